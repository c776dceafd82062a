/** What a table's clock is called. */
import { n, t } from "./language.svelte";

const DAY = 86400; // seconds

export function clockName(seconds: number | null): string {
  if (!seconds) return t("no clock");
  if (seconds === DAY) return t("a day a turn");
  return t("{seconds} seconds a turn", { seconds });
}

/** In the largest unit of which there are at least two. */
export function timeLeft(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(seconds / 3600);
  if (hours >= 48) return n("{count} day left", "{count} days left", Math.round(seconds / DAY));
  if (minutes >= 120) return n("{count} hour left", "{count} hours left", hours);
  return n("{count} minute left", "{count} minutes left", minutes);
}
