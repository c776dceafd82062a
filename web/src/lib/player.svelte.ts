/** Who plays at this browser. There are no accounts: a player is whoever holds a key, here in a cookie that no script can read. */
import { ApiError, call, type PlayerInfo } from "./api";
import { randomHex } from "./hex";
import { readText, writeText } from "./local-storage";
import { storedTableOptions, storeTableOptions } from "./table-options";

const HAS_KEY = "has-player-key";

/** Undefined until the server has said it; null for nobody. */
const state = $state<{ player: PlayerInfo | null | undefined }>({ player: undefined });

export function player(): PlayerInfo | null {
  return state.player ?? null;
}

/** What an answer of the server has told. */
export function setPlayer(told: PlayerInfo | null): void {
  state.player = told;
}

export async function loadPlayer(): Promise<PlayerInfo | null> {
  try {
    setPlayer(await call<PlayerInfo>("GET", "/api/player"));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) throw error;
    setPlayer(null);
  }
  return player();
}

/** Whoever has a key, or a new player of this name. */
export async function ensurePlayer(name: string): Promise<PlayerInfo> {
  // Another tab may have made a key since the server was asked; a second one would replace it.
  if (state.player === undefined || (!state.player && readText(HAS_KEY) !== null)) await loadPlayer();
  if (state.player) return state.player;
  const made = await call<PlayerInfo>("POST", "/api/players", { key: randomHex(16), name });
  writeText(HAS_KEY, "1");
  setPlayer(made);
  return made;
}

/** What the player is called here, or "" if nobody has said it yet. */
export function knownName(): string {
  return player()?.name ?? storedTableOptions().name.trim();
}

export function rememberName(name: string): void {
  storeTableOptions({ ...storedTableOptions(), name });
}
