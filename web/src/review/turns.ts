/** The turns of a reviewed game: their round, what their moves cost, how lucky their cards were. */
import type { ChoiceView, TurnLine } from "../generated/review";
import type { CityMap } from "../lib/city-maps";
import { pencilLetter } from "../lib/pencils";

export interface Round {
  pencil: string;
  letter: string;
  /** Its first turn, counted through the game. */
  from: number;
  /** How many turns of it are finished. */
  length: number;
}

export interface TurnPosition {
  round: number;
  turn: number;
}

export type Turns = readonly (TurnLine | undefined)[];

export const MIN_MISTAKE = 0.5; // points: a move that cost less is not worth learning from
const MAX_MISTAKES = 3;
const ROUNDS_TO_ZERO = 0.05; // points

/** The rounds that have finished turns. */
export function finishedRounds(map: Pick<CityMap, "pencils">, pencils: readonly string[], moves: string[][][], finished: number): Round[] {
  const found: Round[] = [];
  let from = 0;
  for (const [round, turns] of moves.entries()) {
    const length = Math.min(turns.length, finished - from);
    if (length <= 0) break;
    const pencil = pencils[round] ?? "";
    found.push({ pencil, letter: pencilLetter(map, pencil), from, length });
    from += length;
  }
  return found;
}

/** The round of a turn, and its number there. */
export function turnPosition(rounds: readonly Round[], number: number): TurnPosition {
  for (const [round, { from, length }] of rounds.entries()) {
    if (from <= number && number < from + length) return { round, turn: number - from };
  }
  return { round: 0, turn: 0 };
}

export function isBest(turn: { loss: number }): boolean {
  return turn.loss < ROUNDS_TO_ZERO;
}

/** How the card changed the expected total; null where the turn before is not known. */
export function luckOf(turns: Turns, turn: TurnLine): number | null {
  const last = turns[turn.turn - 1];
  return last ? turn.before - last.after : null;
}

/** The turns to learn from, the worst first: a loss that matters, and twice its standard error. */
export function worstMistakes(turns: Turns): TurnLine[] {
  return turns
    .flatMap((each) => (each && each.loss >= Math.max(MIN_MISTAKE, 2 * each.loss_error) ? each : []))
    .sort((one, other) => other.loss - one.loss)
    .slice(0, MAX_MISTAKES);
}

/** The index of the decision that cost most. */
export function costliestDecision(decisions: readonly ChoiceView[]): number {
  return decisions.reduce((worst, each, index) => (each.loss > (decisions[worst]?.loss ?? 0) ? index : worst), 0);
}
