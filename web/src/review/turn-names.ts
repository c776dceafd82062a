/** What turns and moves are called in a review. */
import type { OpinionView, TurnLine } from "../generated/review";
import { t } from "../lib/language.svelte";
import type { TurnPosition } from "./turns";

export function turnTitle({ round, turn }: TurnPosition): string {
  return t("Round {round}, turn {turn}", { round: round + 1, turn: turn + 1 });
}

export function moveInWords(opinion: OpinionView): string {
  return opinion.text || t("Pass");
}

/** `d3-c4`. */
export function moveNotation(opinion: OpinionView): string {
  return opinion.move === "pass" ? t("Pass") : opinion.move;
}

/** All moves of a turn: `d3-c4 + c4-c5`. */
export function turnNotation(turn: TurnLine): string {
  return turn.choices.map((decision) => moveNotation(decision.own)).join(" + ");
}
