/** The turns of a reviewed game: where they lie, what they have cost, what luck had to do with it. */
import type { ChoiceView, TurnLine } from "../generated/review";
import type { CityMap } from "../lib/maps";
import { letterOf } from "../lib/pencils";

export interface Round {
  pencil: string;
  letter: string;
  /** Its first turn, counted through the game. */
  from: number;
  /** How many turns of it are finished. */
  length: number;
}

export interface Place {
  round: number;
  turn: number;
}

export type Turns = readonly (TurnLine | undefined)[];

export const WORTH = 0.5; // points: a move that cost less is no mistake to learn from
const WORST = 3;
const NOTHING = 0.05; // points: reads as 0.0

/** The rounds that have finished turns. */
export function roundsOf(map: Pick<CityMap, "pencils">, pencils: readonly string[], moves: string[][][], finished: number): Round[] {
  const found: Round[] = [];
  let from = 0;
  for (const [round, turns] of moves.entries()) {
    const length = Math.min(turns.length, finished - from);
    if (length <= 0) break;
    const pencil = pencils[round] ?? "";
    found.push({ pencil, letter: letterOf(map, pencil), from, length });
    from += length;
  }
  return found;
}

export function placeOf(rounds: readonly Round[], number: number): Place {
  for (const [round, { from, length }] of rounds.entries()) {
    if (from <= number && number < from + length) return { round, turn: number - from };
  }
  return { round: 0, turn: 0 };
}

/** The moves up to a place, and so many of its own. */
export function movesUntil(moves: string[][][], { round, turn }: Place, most: number): string[][][] {
  const before = moves.slice(0, round);
  const turns = moves[round];
  return turns ? [...before, [...turns.slice(0, turn), ...turns.slice(turn, turn + 1).map((made) => made.slice(0, most))]] : before;
}

export function isBest(each: { loss: number }): boolean {
  return each.loss < NOTHING;
}

/** What the card has changed; null where the turn before is not known. */
export function luckOf(turns: Turns, turn: TurnLine): number | null {
  const last = turns[turn.turn - 1];
  return last ? turn.before - last.after : null;
}

/** The turns to learn from, the worst first: they cost something, and more than chance explains. */
export function worstOf(turns: Turns): TurnLine[] {
  return turns
    .flatMap((each) => (each && each.loss >= Math.max(WORTH, 2 * each.loss_error) ? each : []))
    .sort((one, other) => other.loss - one.loss)
    .slice(0, WORST);
}

/** The decision of a turn that has cost most. */
export function costliest(choices: readonly ChoiceView[]): number {
  return choices.reduce((worst, each, number) => (each.loss > (choices[worst]?.loss ?? 0) ? number : worst), 0);
}
