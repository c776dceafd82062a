/** Opens today's game in a city, or that in the city of the week, at the table that this player, or this device, has for it. */
import { call } from "../lib/api";
import type { components } from "../generated/api";
import { isPlayingHere } from "../lib/backend/playing-here.svelte";
import { markSeated, rememberTable } from "../lib/known-tables";
import { language } from "../lib/language.svelte";
import { ensurePlayer } from "../lib/player.svelte";
import { navigate } from "../lib/router.svelte";
import { preloadTable } from "../table/lazy-pages";

/** `city`: a key, or the name of the city of the week (`isWeekly`). */
export async function openDaily(city: string, name: string, practice = false, isWeekly = false): Promise<void> {
  preloadTable(false);
  const wish = { practice, language: language() };
  if (!isPlayingHere()) await ensurePlayer(name);
  const { table } = await call<components["schemas"]["OpenedDaily"]>("POST", isWeekly ? "/api/weekly" : `/api/daily/${city}`, isPlayingHere() ? { ...wish, name } : wish);
  markSeated(table);
  rememberTable({ id: table, city, at: Date.now() });
  navigate(`/t/${table}`);
}
