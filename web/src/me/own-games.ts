/** The player's own games, seats and numbers, as the server keeps them. */
import type { components } from "../generated/api";
import { call, type TableInfo } from "../lib/api";
import { isLocalTable } from "../lib/backend/backend";
import { deviceSeats } from "../lib/device-seats";
import { knownTables } from "../lib/known-tables";
import { answerOfServer, askServer } from "../lib/player.svelte";

type Schemas = components["schemas"];
export type GameSummary = Schemas["GameSummary"];
export type GameList = Schemas["GameList"];
export type PlayerStatistics = Schemas["PlayerStatistics"];
export type Statistics = Schemas["Statistics"];

const KEY = /^#key=([0-9a-f]{32})$/;

export function keyInHash(hash: string): string {
  return KEY.exec(hash)?.[1] ?? "";
}

export async function ownKey(): Promise<string> {
  return (await answerOfServer<Schemas["PlayerKey"]>("GET", "/api/player/key")).key;
}

/** The seats that were taken in this browser become the player's. */
export async function claimSeats(): Promise<void> {
  const tables = knownTables().filter(({ id }) => !isLocalTable(id) && !deviceSeats(id).length); // shared devices keep their tokens
  await Promise.allSettled(
    tables.map(async ({ id }) => {
      const { you = null } = await call<TableInfo>("GET", `/api/tables/${id}`);
      if (you !== null) await askServer("POST", `/api/tables/${id}/claim`);
    }),
  );
}

/** Games of one city and add-ons, alone or shared; null for all. */
export type GroupOfGames = Pick<Statistics, "city" | "addons" | "shared"> | null;

export function ownGames(group: GroupOfGames, before: string | null): Promise<GameList> {
  const query = new URLSearchParams(group ? { city: group.city, addons: group.addons.join(","), shared: String(group.shared) } : {});
  if (before) query.set("before", before);
  return answerOfServer("GET", `/api/player/games?${query}`);
}

export function ownStatistics(): Promise<PlayerStatistics> {
  return answerOfServer("GET", "/api/player/statistics");
}

/** The player's own table as its seat sees it; null if it is gone. `isPublic`: as tables are when their game is over. */
export async function ownTable(id: string, isPublic: boolean): Promise<TableInfo | null> {
  const look = () => call<TableInfo>("GET", `/api/tables/${id}`);
  try {
    if (isPublic) {
      const info = await look();
      if (typeof info.you === "number") return info;
    }
    await askServer("POST", `/api/player/tables/${id}`); // a new device takes the seat first
    return await look();
  } catch {
    return null;
  }
}
