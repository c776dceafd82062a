/** Whose game with the same cards is looked at. */
import { t } from "../lib/language.svelte";

export const ALL = ["you", "expert", "hindsight"] as const;
export type Whose = (typeof ALL)[number];

export function nameOf(whose: Whose): string {
  return { you: t("You"), expert: t("The expert"), hindsight: t("In hindsight") }[whose];
}
