/** The games with the same cards that a review compares: the player's own, the expert's, and the best in hindsight. */
import { t } from "../lib/language.svelte";

export const COMPARED_GAMES = ["you", "expert", "hindsight"] as const;
export type ComparedGame = (typeof COMPARED_GAMES)[number];

export function comparedGameName(game: ComparedGame): string {
  return { you: t("You"), expert: t("The expert"), hindsight: t("In hindsight") }[game];
}
