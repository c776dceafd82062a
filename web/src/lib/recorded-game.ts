/** A recorded game with all that replay, review and analysis need to show it. */
import type { ReplayView } from "../generated/replay";
import { call, callText } from "./api";
import { choices } from "./choices";
import { cityMap, tableMap, type CityMap } from "./city-maps";

export interface RecordedGame {
  /** The table it was played at, or "". */
  tableId: string;
  record: string;
  /** The text of a custom city, or "". */
  cityFile: string;
  replay: ReplayView;
  map: CityMap;
}

const KEY = "record";
const CITY_KEY = "record-city";

/** Keeps a pasted record for this tab, because its address cannot name it. */
export function storeRecord(record: string, cityFile = ""): void {
  try {
    sessionStorage.setItem(KEY, record);
    sessionStorage.setItem(CITY_KEY, cityFile);
  } catch {
    // the player has to paste it again
  }
}

export function storedRecord(): string {
  return stored(KEY);
}

/** The custom city of the stored record, or "". */
export function storedCityFile(): string {
  return stored(CITY_KEY);
}

function stored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** A record that was played on the file of a custom city needs that file; on another one it needs none. */
export function replayedRecord(record: string, cityFile: string): Promise<ReplayView> {
  return call("POST", "/api/replay", cityFile ? { record, city_file: cityFile } : { record });
}

export function recordMap(replay: ReplayView, cityFile: string): Promise<CityMap> {
  return choices().cities.some(({ key }) => key === replay.game.city) ? cityMap(replay.game.city) : call("POST", "/api/maps", { city_file: cityFile });
}

/** The game of a table, or the stored record without one; null if there is none. */
export async function loadRecordedGame(tableId: string): Promise<RecordedGame | null> {
  const record = tableId ? await callText(`/api/tables/${tableId}/record`) : storedRecord();
  if (!record) return null;
  if (!tableId) {
    const cityFile = storedCityFile();
    const replay = await replayedRecord(record, cityFile);
    return { tableId, record, cityFile, replay, map: await recordMap(replay, cityFile) };
  }
  const replay = await call<ReplayView>("GET", `/api/tables/${tableId}/replay`);
  const isCustom = !choices().cities.some((city) => city.key === replay.game.city);
  const cityFile = isCustom ? await callText(`/api/tables/${tableId}/city`) : "";
  return { tableId, record, cityFile, replay, map: await tableMap(tableId) };
}

/** The fields of every request about a seat's game. */
export function recordFields(game: RecordedGame, seat: number): { record: string; seat: number; city_file?: string } {
  return { record: game.record, seat, ...(game.cityFile ? { city_file: game.cityFile } : {}) };
}
