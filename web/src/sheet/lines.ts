/** What is drawn on a sheet, taken from the moves that the server tells. No rules here: only names. */

export interface Stroke {
  move: string;
  from: string;
  to: string;
  round: number;
}

/** Two cells of a section, or nothing for `pass` and circles. */
export function cellsOf(move: string): [string, string] | null {
  const [from, to] = move.split("-");
  return from && to ? [from, to] : null;
}

export function strokesOf(rounds: readonly (readonly (readonly string[])[])[]): Stroke[] {
  return rounds.flatMap((turns, round) =>
    turns.flat().flatMap((move) => {
      const cells = cellsOf(move);
      return cells ? [{ move, from: cells[0], to: cells[1], round }] : [];
    }),
  );
}

/** Stations circled by a move such as `c4*`. */
export function circledOf(rounds: readonly (readonly (readonly string[])[])[]): string[] {
  return rounds.flat(2).flatMap((move) => (move.endsWith("*") ? [move.slice(0, -1)] : []));
}

/** Legal moves by the cell where they end; `pass` left out. */
export function targetsOf(moves: readonly string[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const move of moves) {
    const end = move.endsWith("*") ? move.slice(0, -1) : cellsOf(move)?.[1];
    if (end) targets.set(end, [...(targets.get(end) ?? []), move]);
  }
  return targets;
}

export interface Spot {
  x: number;
  y: number;
}

/** The target that lies nearest in a direction, for the arrow keys; null if there is none. */
export function neighbour(from: Spot, targets: readonly (Spot & { cell: string })[], dx: number, dy: number): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const target of targets) {
    const along = (target.x - from.x) * dx + (target.y - from.y) * dy;
    const across = Math.abs((target.x - from.x) * dy) + Math.abs((target.y - from.y) * dx);
    if (along <= 0) continue;
    const cost = along + 2 * across;
    if (cost < least) {
      least = cost;
      best = target.cell;
    }
  }
  return best;
}
