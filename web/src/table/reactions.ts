/** The reactions that players can show, and what they say. */
import { N_, t } from "../lib/language.svelte";
import type { ReactionName } from "../lib/table-connection.svelte";

const TEXTS: Record<ReactionName, string> = {
  bravo: N_("Well played!"),
  wow: N_("Wow!"),
  hmm: N_("Hmm ..."),
  oops: N_("Oops!"),
  hurry: N_("Hurry up!"),
  thanks: N_("Thank you!"),
};

export const REACTIONS = Object.keys(TEXTS) as ReactionName[];

export function reactionText(reaction: ReactionName): string {
  return t(TEXTS[reaction]);
}
