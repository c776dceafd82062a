/** Par on this device: what bots make of the cards of a finished game. They play once; then it is known here. */
import type { GameLine, ReviewLine } from "../generated/review";
import { callLines, callText, type BotResult } from "../lib/api";
import { t } from "../lib/language.svelte";
import { readJson, removeText, storedKeys, writeJson } from "../lib/local-storage";

const PREFIX = "par-";
const MAX_KEPT = 12;
const BOTS = 3;

interface Kept {
  at: number;
  bots: BotResult[];
}

/** `onchange`: with those that have finished, and how much of all is done. */
export async function playPar(tableId: string, signal: AbortSignal, onchange: (bots: BotResult[], share: number) => void): Promise<void> {
  const kept = readJson<Kept | null>(PREFIX + tableId, null);
  if (kept) return onchange(kept.bots, 1);
  const record = await callText(`/api/tables/${tableId}/record`);
  const bots: BotResult[] = [];
  await callLines<ReviewLine>(`/api/tables/${tableId}/par`, {}, signal, (line) => {
    if (line.type === "game") bots.push(botResult(record, line));
    onchange([...bots], (bots.length + (line.type === "progress" ? line.share : 0)) / BOTS);
  });
  if (bots.length < BOTS) throw new Error(t("Not all bots could play these cards."));
  keep(tableId, bots);
}

/** The bot's game as a record of its own: the same cards, its moves. */
export function botResult(record: string, { player, total, rounds }: Pick<GameLine, "player" | "total" | "rounds">): BotResult {
  const document = JSON.parse(record) as { seats: { pencils: string[] }[]; [key: string]: unknown };
  const { fulgence, city, city_digest, addons, deal } = document;
  const seat = { name: player, pencils: document.seats[0]?.pencils ?? [], moves: rounds.flat() };
  return { bot: player, total, record: JSON.stringify({ fulgence, city, city_digest, addons, deal, seats: [seat] }) };
}

function keep(tableId: string, bots: BotResult[]): void {
  writeJson(PREFIX + tableId, { at: Date.now(), bots } satisfies Kept);
  const oldest = storedKeys(PREFIX).sort((one, other) => readJson<Kept>(other, { at: 0, bots: [] }).at - readJson<Kept>(one, { at: 0, bots: [] }).at);
  for (const key of oldest.slice(MAX_KEPT)) removeText(key);
}
