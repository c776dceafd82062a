/** The games on paper of this device, the latest first, and what the form for a new one was last filled in with. */
import { isLocalTable } from "../lib/backend/backend";
import { readJson, writeJson } from "../lib/local-storage";

export interface KnownCompanion {
  id: string;
  city: string;
  names: string[];
  at: number;
  isOver: boolean;
}

export interface CompanionOptions {
  city: string;
  names: string[];
  players: number;
  addons: Record<string, string[]>;
  clock: number;
}

const KEY = "companions";
const MAX_KNOWN = 6;

export function knownCompanions(): KnownCompanion[] {
  return readJson<KnownCompanion[]>(KEY, []);
}

export function rememberCompanion(game: KnownCompanion): void {
  const all = [game, ...knownCompanions().filter(({ id }) => id !== game.id)];
  writeJson(KEY, all.slice(0, MAX_KNOWN));
  for (const { id } of all.slice(MAX_KNOWN)) if (isLocalTable(id)) void forgetLog(id);
}

export function forgetCompanion(gone: string): void {
  writeJson(
    KEY,
    knownCompanions().filter(({ id }) => id !== gone),
  );
  if (isLocalTable(gone)) void forgetLog(gone);
}

/** What is written of it on this device. */
async function forgetLog(id: string): Promise<void> {
  const { deleteGame } = await import("../lib/offline/local-games");
  await deleteGame(id).catch(() => undefined);
}

const DEFAULTS: CompanionOptions = { city: "", names: [], players: 2, addons: {}, clock: 0 };

export function storedOptions(): CompanionOptions {
  return { ...DEFAULTS, ...readJson<Partial<CompanionOptions>>("companion-options", {}) };
}

export function storeOptions(options: CompanionOptions): void {
  writeJson("companion-options", options);
}
