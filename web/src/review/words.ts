/** How the turns and moves of a review are called. */
import type { OpinionView, TurnLine } from "../generated/review";
import { t } from "../lib/language.svelte";
import type { Place } from "./turns";

export function turnTitle({ round, turn }: Place): string {
  return t("Round {round}, turn {turn}", { round: round + 1, turn: turn + 1 });
}

/** A move in words. */
export function moveText(opinion: OpinionView): string {
  return opinion.text || t("Pass");
}

/** A move as it is written down. */
export function moveName(opinion: OpinionView): string {
  return opinion.move === "pass" ? t("Pass") : opinion.move;
}

/** All that was done in a turn. */
export function movesName(turn: TurnLine): string {
  return turn.choices.map((each) => moveName(each.own)).join(" + ");
}
