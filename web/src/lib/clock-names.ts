/** What a table's clock is called. */
import { t } from "./language.svelte";

const DAY = 86400; // seconds

export function clockName(seconds: number | null): string {
  if (!seconds) return t("no clock");
  if (seconds === DAY) return t("a day a turn");
  return t("{seconds} seconds a turn", { seconds });
}
