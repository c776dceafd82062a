/** Two games with the same cards, in step: what each of them shows after a turn. */
import type { ReplayView } from "../generated/replay";
import { movesUpTo } from "../sheet/moves";

export interface SheetAfterTurn {
  rounds: string[][][];
  pencils: string[];
  boxed: string[];
  /** What was drawn in this turn. */
  moves: string[];
  total: number;
}

export interface TurnPlace {
  round: number;
  turn: number;
}

/** The turns of a game in their order. */
export function turnPlaces(turns: readonly (readonly unknown[])[]): TurnPlace[] {
  return turns.flatMap((each, round) => each.map((_, turn) => ({ round, turn })));
}

export function sheetAfterTurn(replay: ReplayView, seat: number, number: number): SheetAfterTurn | null {
  const place = turnPlaces(replay.game.turns)[number];
  const state = replay.states[number]?.[seat];
  const sheet = replay.game.sheets[seat];
  if (!place || !state || !sheet) return null;
  return {
    rounds: movesUpTo(sheet.rounds, place, Infinity),
    pencils: replay.game.pencils[seat] ?? [],
    boxed: state.boxed,
    moves: [...(sheet.rounds[place.round]?.[place.turn] ?? [])],
    total: state.pad.total,
  };
}
