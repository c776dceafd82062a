/** Own cities on which a game was finished at this device, by the digest of their file: only these are shared. */
import { readJson, writeJson } from "./local-storage";

const OPENED = "city-tables"; // table -> digest
const PLAYED = "cities-played";
const MAX_KEPT = 100;

export function rememberCityTable(table: string, digest: string): void {
  const kept = Object.entries(readJson<Record<string, string>>(OPENED, {})).slice(1 - MAX_KEPT);
  writeJson(OPENED, Object.fromEntries([...kept, [table, digest]]));
}

/** The game of a table has been played to its end. */
export function rememberPlayedCity(table: string): void {
  const digest = readJson<Record<string, string>>(OPENED, {})[table];
  if (!digest || isPlayedCity(digest)) return;
  writeJson(PLAYED, [...readJson<string[]>(PLAYED, []), digest].slice(-MAX_KEPT));
}

export function isPlayedCity(digest: string): boolean {
  return readJson<string[]>(PLAYED, []).includes(digest);
}
