/** A result to send to others. It gives nothing away about the cards. */
import type { DailyResults } from "../lib/api";
import { n, t } from "../lib/language.svelte";

/** `place`: the city and the day or week. */
export function shareText({ you, results, streak, checked }: Pick<DailyResults, "you" | "results" | "streak" | "checked">, place: string, address: string): string {
  if (!you) return `Fulgence · ${place}\n${address}`;
  const facts = [n("{count} point", "{count} points", you.total)];
  if (checked) facts.push(t("rank {rank} of {results}", { rank: you.rank, results }));
  if (checked && you.percentile && results > 1) facts.push(t("better than {percentile} %", { percentile: you.percentile }));
  if (streak > 1) facts.push(n("{count} day in a row", "{count} days in a row", streak));
  return `Fulgence · ${place}\n${facts.join(" · ")}\n${address}`;
}
