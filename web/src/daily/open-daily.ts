/** Opens today's game in a city, at the table that this player has for it. */
import { call } from "../lib/api";
import type { components } from "../generated/api";
import { markSeated, rememberTable } from "../lib/known-tables";
import { language } from "../lib/language.svelte";
import { ensurePlayer } from "../lib/player.svelte";
import { navigate } from "../lib/router.svelte";
import { preloadTable } from "../table/lazy-pages";

export async function openDaily(city: string, name: string, practice = false): Promise<void> {
  preloadTable(false);
  await ensurePlayer(name);
  const { table } = await call<components["schemas"]["OpenedDaily"]>("POST", `/api/daily/${city}`, { practice, language: language() });
  markSeated(table);
  rememberTable({ id: table, city, at: Date.now() });
  navigate(`/t/${table}`);
}
