/** Reads the notation of moves, to draw them. No rules here: which moves are legal comes from the server. */

/** The moves of a sheet by round and turn. */
export type Rounds = readonly (readonly (readonly string[])[])[];

export interface Stroke {
  move: string;
  from: string;
  to: string;
  round: number;
}

/** The two cells of a section such as `d3-c4`; null for any other move. */
export function sectionCells(move: string): [string, string] | null {
  const [from, to] = move.split("-");
  return from && to ? [from, to] : null;
}

/** The station of a move that circles one, such as `c4*`; null for any other move. */
export function circledCell(move: string): string | null {
  return move.endsWith("*") ? move.slice(0, -1) : null;
}

export function strokesOf(rounds: Rounds): Stroke[] {
  return rounds.flatMap((turns, round) =>
    turns.flat().flatMap((move) => {
      const cells = sectionCells(move);
      return cells ? [{ move, from: cells[0], to: cells[1], round }] : [];
    }),
  );
}

export function circledCells(rounds: Rounds): string[] {
  return rounds.flat(2).flatMap((move) => circledCell(move) ?? []);
}

/** Legal moves by the cell where they end, in their order; `pass` has none. */
export function movesByTarget(moves: readonly string[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const move of moves) {
    const end = circledCell(move) ?? sectionCells(move)?.[1];
    if (end) targets.set(end, [...(targets.get(end) ?? []), move]);
  }
  return targets;
}

/** All moves before a turn of a round, and the first `made` of that turn. */
export function movesUpTo(rounds: Rounds, { round, turn }: { round: number; turn: number }, made: number): string[][][] {
  return rounds.slice(0, round + 1).map((turns, r) =>
    r < round
      ? turns.map((moves) => [...moves])
      : turns.slice(0, turn + 1).map((moves, t) => (t < turn ? [...moves] : moves.slice(0, made))),
  );
}
