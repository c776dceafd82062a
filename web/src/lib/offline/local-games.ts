/** The games of this device, read without starting Python: for lists, and for a file that takes them elsewhere. */
import type { TableInfo } from "../api";
import { GameLog, type StoredGame } from "./game-log";

const FORMAT = "fulgence-games";
const VERSION = 1;
const log = new GameLog();

/** Those that are not over, the latest first. */
export async function openGames(): Promise<TableInfo[]> {
  const infos = (await log.summaries()).flatMap(({ info }) => (info as TableInfo | undefined) ?? []);
  return infos.filter(({ phase }) => phase === "waiting" || phase === "playing");
}

export interface FinishedGame {
  info: TableInfo;
  /** When it ended. */
  at: Date;
}

/** Those that are over or were closed, the latest first. */
export async function finishedGames(): Promise<FinishedGame[]> {
  const games = (await log.summaries()).flatMap(({ info, at }) => (info ? { info: info as TableInfo, at: new Date(at) } : []));
  return games.filter(({ info }) => info.phase === "over" || info.phase === "closed");
}

export async function deleteGame(id: string): Promise<void> {
  await log.delete(id);
}

/** Whether games outlive the page, as far as is known. */
export function areGamesKept(): boolean {
  return log.isKept;
}

/** Null if there are none. */
export async function exportedGames(): Promise<File | null> {
  const games = await Promise.all((await log.summaries()).map(({ id }) => log.read(id)));
  if (!games.length) return null;
  const name = `fulgence-${new Date().toISOString().slice(0, 10)}.json`;
  return new File([JSON.stringify({ format: FORMAT, version: VERSION, games })], name, { type: "application/json" });
}

/** The games in such a file; none if it is something else. */
export function parseGames(text: string): StoredGame[] {
  try {
    const file = JSON.parse(text) as { format?: unknown; version?: unknown; games?: unknown };
    if (file.format !== FORMAT || file.version !== VERSION || !Array.isArray(file.games)) return [];
    return file.games.filter(isGame);
  } catch {
    return [];
  }
}

function isGame(game: unknown): game is StoredGame {
  const { id, token, entries } = (game ?? {}) as Partial<StoredGame>;
  return (
    typeof id === "string" &&
    /^here-[\w-]{1,27}$/.test(id) &&
    typeof token === "string" &&
    Array.isArray(entries) &&
    entries.length > 0 &&
    entries.every((entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === "number" && typeof entry[1] === "string")
  );
}
