/**
 * Who plays at this browser. There are no accounts: a player is whoever holds a key, here in a cookie that no script can read.
 * Players are kept by the server only, so it is asked even by those who play here.
 */
import type { components } from "../generated/api";
import { accepted, ApiError, type PlayerInfo, type Today } from "./api";
import type { Method } from "./backend/backend";
import { serverBackend } from "./backend/server-backend";
import { randomHex } from "./hex";
import { readText, removeText, writeText } from "./local-storage";
import { storedTableOptions, storeTableOptions } from "./table-options";

const HAS_KEY = "has-player-key";
/** The puzzles whose answers were sent in this player's name; another one gets them too. */
export const SENT_PUZZLES = "puzzles-sent";

/** Undefined until the server has said it; null for nobody. */
const state = $state<{ player: PlayerInfo | null | undefined }>({ player: undefined });

export function player(): PlayerInfo | null {
  return state.player ?? null;
}

/** What an answer of the server has told. */
export function setPlayer(told: PlayerInfo | null): void {
  state.player = told;
  if (told) writeText(HAS_KEY, "1");
}

/** Whether a player's key was given to this browser, as far as it remembers; the server need not be asked for that. */
export function hasKey(): boolean {
  return readText(HAS_KEY) !== null;
}

/** What the server answers about players, in the name of whoever holds the key. */
export async function askServer(method: Method, path: string, body?: unknown): Promise<Response> {
  try {
    return await accepted(await serverBackend.request(method, path, body));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, "offline", "The server cannot be reached.");
  }
}

export async function answerOfServer<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await (await askServer(method, path, body)).json()) as T;
}

/** Null if nobody is known here. A question about the player would be refused then; this one is for everybody. */
export async function loadPlayer(): Promise<PlayerInfo | null> {
  setPlayer((await answerOfServer<Today>("GET", "/api/daily")).player);
  return player();
}

/** Whoever has a key, or a new player of this name. */
export async function ensurePlayer(name: string): Promise<PlayerInfo> {
  // Another tab may have made a key since the server was asked; a second one would replace it.
  if (state.player === undefined || (!state.player && hasKey())) await loadPlayer();
  return state.player ?? becomePlayer(name);
}

export function becomePlayer(name: string): Promise<PlayerInfo> {
  return playAs({ key: randomHex(16), name });
}

/** Make this device one of the player's who holds the key. */
export function joinPlayer(key: string): Promise<PlayerInfo> {
  return playAs({ key });
}

async function playAs(body: components["schemas"]["MakePlayer"]): Promise<PlayerInfo> {
  const info = await answerOfServer<PlayerInfo>("POST", "/api/players", body);
  setPlayer(info);
  removeText(SENT_PUZZLES);
  return info;
}

export async function renamePlayer(name: string): Promise<PlayerInfo> {
  const renamed = await answerOfServer<PlayerInfo>("PUT", "/api/player/name", { name });
  setPlayer(renamed);
  return renamed;
}

export async function forgetPlayer(): Promise<void> {
  await askServer("DELETE", "/api/player");
  setPlayer(null);
  removeText(HAS_KEY);
  removeText(SENT_PUZZLES);
}

/** What the player is called here, or "" if nobody has said it yet. */
export function knownName(): string {
  return player()?.name ?? storedTableOptions().name.trim();
}

export function rememberName(name: string): void {
  storeTableOptions({ ...storedTableOptions(), name });
}
