/** A game that is looked at again: its record, and what the pages need to draw it. */
import type { ReplayView } from "../generated/replay";
import { call, callText } from "./api";
import { choices } from "./choices";
import { cityMap, tableMap, type CityMap } from "./maps";

export interface Study {
  /** The table that it was played at, if any. */
  table: string;
  record: string;
  cityFile: string;
  replay: ReplayView;
  map: CityMap;
}

const KEY = "record";

/** Remembers the record that pages without a table in their address are about. */
export function keepRecord(record: string): void {
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // then it is asked for again
  }
}

export function keptRecord(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** The game of a table, or of the record that was kept; null if there is none. */
export async function loadStudy(table: string): Promise<Study | null> {
  const record = table ? await callText(`/api/tables/${table}/record`) : keptRecord();
  if (!record) return null;
  if (!table) {
    const replay = await call<ReplayView>("POST", "/api/replay", { record });
    return { table, record, cityFile: "", replay, map: await cityMap(replay.game.city) };
  }
  const replay = await call<ReplayView>("GET", `/api/tables/${table}/replay`);
  const isOwn = !choices().cities.some((city) => city.key === replay.game.city);
  const cityFile = isOwn ? await callText(`/api/tables/${table}/city`) : "";
  return { table, record, cityFile, replay, map: await tableMap(table) };
}

/** What a request about the game begins with. */
export function about(study: Study, seat: number): { record: string; seat: number; city_file?: string } {
  const own = study.cityFile ? { city_file: study.cityFile } : {};
  return { record: study.record, seat, ...own };
}

/** Seat and turn, as links say them: `#s0t12`. */
export function placeIn(hash: string): { seat: number; turn: number } | null {
  const found = /^#s(\d+)t(\d+)$/.exec(hash);
  return found ? { seat: Number(found[1]), turn: Number(found[2]) } : null;
}

export function pathOf(page: string, table: string, seat: number, turn: number): string {
  return `/${page}${table ? `/${table}` : ""}#s${seat}t${turn}`;
}
