/** Who plays on this device. Players are kept by the server only, so it is asked even by those who play here. */
import type { components } from "../generated/api";
import { accepted, ApiError, call, type TableInfo } from "../lib/api";
import { isLocalTable, type Method } from "../lib/backend/backend";
import { serverBackend } from "../lib/backend/server-backend";
import { deviceSeats } from "../lib/device-seats";
import { randomHex } from "../lib/hex";
import { knownTables } from "../lib/known-tables";

type Schemas = components["schemas"];
export type PlayerInfo = Schemas["PlayerInfo"];
export type GameSummary = Schemas["GameSummary"];
export type GameList = Schemas["GameList"];
export type PlayerStatistics = Schemas["PlayerStatistics"];
export type Statistics = Schemas["Statistics"];

const KEY = /^#key=([0-9a-f]{32})$/;

export function keyInHash(hash: string): string {
  return KEY.exec(hash)?.[1] ?? "";
}

export async function ask(method: Method, path: string, body?: unknown): Promise<Response> {
  try {
    return await accepted(await serverBackend.request(method, path, body));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, "offline", "The server cannot be reached.");
  }
}

export async function answer<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T;
}

/** Null if nobody is known on this device. */
export async function whoAmI(): Promise<PlayerInfo | null> {
  try {
    return await answer<PlayerInfo>("GET", "/api/player");
  } catch (error) {
    if (error instanceof ApiError && error.code === "no-player") return null;
    throw error;
  }
}

export function becomePlayer(name: string): Promise<PlayerInfo> {
  return answer("POST", "/api/players", { key: randomHex(16), name });
}

/** Make this device one of the player's who holds the key. */
export function joinPlayer(key: string): Promise<PlayerInfo> {
  return answer("POST", "/api/players", { key });
}

/** The seats that were taken in this browser become the player's. */
export async function claimSeats(): Promise<void> {
  const tables = knownTables().filter(({ id }) => !isLocalTable(id) && !deviceSeats(id).length); // shared devices keep their tokens
  await Promise.allSettled(
    tables.map(async ({ id }) => {
      const { you = null } = await call<TableInfo>("GET", `/api/tables/${id}`);
      if (you !== null) await ask("POST", `/api/tables/${id}/claim`);
    }),
  );
}

export function rename(name: string): Promise<PlayerInfo> {
  return answer("PUT", "/api/player/name", { name });
}

export async function ownKey(): Promise<string> {
  return (await answer<Schemas["PlayerKey"]>("GET", "/api/player/key")).key;
}

export async function forgetPlayer(): Promise<void> {
  await ask("DELETE", "/api/player");
}

/** Games of one city and add-ons; null for all. */
export type GroupOfGames = Pick<Statistics, "city" | "addons"> | null;

export function ownGames(group: GroupOfGames, before: string | null): Promise<GameList> {
  const query = new URLSearchParams(group ? { city: group.city, addons: group.addons.join(",") } : {});
  if (before) query.set("before", before);
  return answer("GET", `/api/player/games?${query}`);
}

export function ownStatistics(): Promise<PlayerStatistics> {
  return answer("GET", "/api/player/statistics");
}

/** The player's own table as its seat sees it; null if it is gone. `isPublic`: as tables are when their game is over. */
export async function ownTable(id: string, isPublic: boolean): Promise<TableInfo | null> {
  const look = () => call<TableInfo>("GET", `/api/tables/${id}`);
  try {
    if (isPublic) {
      const info = await look();
      if (typeof info.you === "number") return info;
    }
    await ask("POST", `/api/player/tables/${id}`); // a new device takes the seat first
    return await look();
  } catch {
    return null;
  }
}
