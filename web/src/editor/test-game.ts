/** A game on a city of one's own: opened with one tap, at the server or on this device. */
import { call, type OpenedTable } from "../lib/api";
import { newPromise, promiseAccepted } from "../lib/commit-reveal";
import { NAMELESS } from "../lib/display-names";
import { markSeated, rememberTable } from "../lib/known-tables";
import { language } from "../lib/language.svelte";
import { rememberCityTable } from "../lib/played-cities";
import { navigate } from "../lib/router.svelte";
import { preloadTable } from "../table/lazy-pages";
import { fileName } from "./city-files";

/** `bot`: the opponent, or nothing for a game alone. */
export async function openTestGame(city: { file: string; name: string; digest: string }, bot: string): Promise<void> {
  preloadTable(false);
  const promise = newPromise();
  const opened = await call<OpenedTable>("POST", "/api/tables", {
    city_file: city.file,
    city_name: fileName(city.name),
    addons: [],
    seats: [{ kind: "person" }, ...(bot ? [{ kind: "bot", bot }] : [])],
    name: NAMELESS,
    language: language(),
    promise,
  });
  promiseAccepted(opened.table, promise);
  markSeated(opened.table);
  rememberTable({ id: opened.table, city: city.name, at: Date.now(), invite: opened.invite, watch: opened.watch });
  rememberCityTable(opened.table, city.digest);
  navigate(`/t/${opened.table}`);
}
