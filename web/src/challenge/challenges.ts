/** Challenges: the same cards for a friend. A browser without a player's key remembers which of its tables belongs to which. */
import type { components } from "../generated/api";
import { call, type OpenedTable } from "../lib/api";
import { IdempotentPost } from "../lib/idempotent-post";
import { markSeated, rememberTable } from "../lib/known-tables";
import { language } from "../lib/language.svelte";
import { readText, writeText } from "../lib/local-storage";
import { fullAddress } from "../lib/router.svelte";

type Schemas = components["schemas"];
/** Whose cards: those of a seat of a finished game, or new ones in a city. */
export type ChallengeSource = { table: string; seat: number } | { city: string; addons: string[] };

export async function makeChallenge(source: ChallengeSource): Promise<string> {
  const { challenge } = await new IdempotentPost().send<Schemas["MadeChallenge"]>("/api/challenges", source);
  if ("table" in source) rememberOwnTable(challenge, source.table);
  return challenge;
}

export async function answerChallenge(id: string, name: string): Promise<string> {
  const opened = await new IdempotentPost().send<OpenedTable>(`/api/challenges/${id}/play`, { name, language: language() });
  rememberOwnTable(id, opened.table);
  markSeated(opened.table);
  rememberTable({ id: opened.table, city: "", at: Date.now() });
  return opened.table;
}

/** The own game with the cards of a challenge: it shows the server that one has played them. */
export function ownTable(id: string): string | null {
  return readText(`challenge-${id}`);
}

function rememberOwnTable(id: string, table: string): void {
  writeText(`challenge-${id}`, table);
}

export function loadChallenge(id: string): Promise<Schemas["ChallengeInfo"]> {
  const table = ownTable(id);
  return call("GET", `/api/challenges/${id}${table ? `?table=${table}` : ""}`);
}

export function challengeAddress(id: string): string {
  return fullAddress(`/c/${id}`);
}
