/**
 * Challenges: the same cards for a friend. A server keeps them under an id; without one everything is in the fragment of a
 * link. This browser remembers which of its tables belongs to which challenge, and the links that it has seen.
 */
import type { components } from "../generated/api";
import { call, callText, type BotResult, type OpenedTable, type TableInfo } from "../lib/api";
import { isLocalTable } from "../lib/backend/backend";
import { isPlayingHere } from "../lib/backend/playing-here.svelte";
import { choices } from "../lib/choices";
import { NAMELESS } from "../lib/display-names";
import { IdempotentPost } from "../lib/idempotent-post";
import { markSeated, rememberTable } from "../lib/known-tables";
import { language } from "../lib/language.svelte";
import { readJson, readText, writeJson, writeText } from "../lib/local-storage";
import { fullAddress } from "../lib/router.svelte";

type Schemas = components["schemas"];
/** Whose cards: those of a seat of a finished game or of a record, or new ones in a city. */
export type ChallengeSource = { table: string; seat: number } | { record: string; seat: number; name: string; cityFile: string } | { city: string; addons: string[] };

export interface ChallengeResult {
  name: string | null;
  total: number;
  you: boolean;
  /** Where it was played, if that is known here; else its record. */
  table: string | null;
  seat: number;
  record: string | null;
}

export interface Challenge {
  id: string;
  city: string;
  addons: string[];
  /** Who has finished. */
  names: (string | null)[];
  /** The own table once its game is over. Without it nothing is told about other games. */
  you: string | null;
  /** The own table before that. */
  begun: string | null;
  results: ChallengeResult[];
  bots: BotResult[];
  /** The text of a custom city. */
  cityFile: string;
}

const MAX_LINKS = 8; // that are remembered of a challenge: so many friends may have answered it

// Making one.

/** The address for a friend. */
export async function makeChallenge(source: ChallengeSource): Promise<string> {
  if (isPlayingHere() || "record" in source || ("table" in source && isLocalTable(source.table))) return makeLink(source);
  const { challenge } = await new IdempotentPost().send<Schemas["MadeChallenge"]>("/api/challenges", source);
  if ("table" in source) rememberOwnTable(challenge, source.table);
  return `/c/${challenge}`;
}

async function makeLink(source: ChallengeSource): Promise<string> {
  const made = await linkOf(source);
  rememberLink(made.id, made.link);
  if ("table" in source) rememberOwnTable(made.id, source.table);
  return `/c#${made.link}`;
}

async function linkOf(source: ChallengeSource): Promise<Schemas["MadeLink"]> {
  if ("city" in source) return call("POST", "/api/challenge-links", { record: JSON.stringify(await call("POST", "/api/deal", source)), name: NAMELESS });
  if ("record" in source) return call("POST", "/api/challenge-links", { record: source.record, seat: source.seat, name: source.name, city_file: source.cityFile || null });
  return linkOfTable(source.table, source.seat, "");
}

/** `older`: a link with the same cards, whose games are kept. */
async function linkOfTable(table: string, seat: number, older: string): Promise<Schemas["MadeLink"]> {
  const { record, cityFile } = await recordOf(table);
  const { seats } = JSON.parse(record) as { seats: { name: string }[] };
  return call("POST", "/api/challenge-links", { record, seat, name: seats[seat]?.name ?? NAMELESS, link: older, city_file: cityFile || null });
}

async function recordOf(table: string): Promise<{ record: string; cityFile: string }> {
  const record = await callText(`/api/tables/${table}/record`);
  const { city } = JSON.parse(record) as { city: string };
  const isOurs = choices().cities.some(({ key }) => key === city);
  return { record, cityFile: isOurs ? "" : await callText(`/api/tables/${table}/city`) };
}

// Playing one.

export async function answerChallenge(id: string, name: string): Promise<string> {
  return seated(id, await new IdempotentPost().send<OpenedTable>(`/api/challenges/${id}/play`, { name, language: language() }));
}

export async function answerLink(id: string, link: string, cityFile: string, name: string): Promise<string> {
  rememberLink(id, link);
  return seated(id, await new IdempotentPost().send<OpenedTable>("/api/challenge-links/play", { link, city_file: cityFile || null, name, language: language() }));
}

function seated(id: string, { table }: OpenedTable): string {
  rememberOwnTable(id, table);
  markSeated(table);
  rememberTable({ id: table, city: "", at: Date.now() });
  return table;
}

/** The own game with the cards of a challenge: it shows that one has played them. */
export function ownTable(id: string): string | null {
  return readText(`challenge-${id}`);
}

function rememberOwnTable(id: string, table: string): void {
  writeText(`challenge-${id}`, table);
}

/** The links with these cards that were opened or made here, the latest last. */
export function knownLinks(id: string): string[] {
  return readJson<string[]>(`links-${id}`, []);
}

function rememberLink(id: string, link: string): void {
  writeJson(`links-${id}`, [...knownLinks(id).filter((each) => each !== link), link].slice(-MAX_LINKS));
}

// Looking at one.

export async function loadChallenge(id: string): Promise<Challenge> {
  const table = ownTable(id);
  const info = await call<Schemas["ChallengeInfo"]>("GET", `/api/challenges/${id}${table ? `?table=${table}` : ""}`);
  return { ...info, id, begun: info.you === null ? table : null, results: info.results.map((result) => ({ ...result, record: null })), cityFile: "" };
}

/** What is in a link, and with a finished game of one's own the games of others, from there and from the server. */
export async function loadLink(link: string, cityFile: string): Promise<Challenge> {
  const opened = await call<Schemas["OpenedLink"]>("POST", "/api/challenge-links/open", { link, city_file: cityFile || null });
  const found: Challenge = { ...opened, you: null, begun: null, results: [], bots: [], cityFile };
  const table = ownTable(opened.id);
  const info = table ? await call<TableInfo>("GET", `/api/tables/${table}`).catch(() => null) : null;
  if (!table || info?.phase !== "over") return { ...found, begun: info?.phase === "playing" ? table : null };
  rememberLink(opened.id, link);
  const kept = isLocalTable(table) ? null : await loadChallenge(opened.id).catch(() => null);
  const { record } = await recordOf(table);
  const seat = info.you ?? 0;
  const own: ChallengeResult = { name: info.seats[seat]?.name ?? NAMELESS, total: info.progress?.totals?.[seat] ?? 0, you: true, table, seat, record: null };
  const sent = await sentGames(opened.id, record, seat, cityFile);
  const results = [...(kept?.results ?? [own]), ...sent].sort((one, other) => other.total - one.total);
  return { ...found, you: table, results, bots: kept?.bots ?? [] };
}

/** The games of others in all links with these cards. */
async function sentGames(id: string, record: string, seat: number, cityFile: string): Promise<ChallengeResult[]> {
  const games = new Map([[gameIn(record, seat), null as ChallengeResult | null]]); // one's own may be among them
  for (const link of knownLinks(id)) {
    const sent = await call<Schemas["SentResult"][]>("POST", "/api/challenge-links/compare", { link, record, seat, city_file: cityFile || null });
    for (const { name, total, record } of sent) {
      const game = gameIn(record, 0);
      if (!games.has(game)) games.set(game, { name, total, you: false, table: null, seat: 0, record });
    }
  }
  return [...games.values()].filter((game) => game !== null);
}

/** Whose it is and all of its moves: the same game may be in several links. */
export function gameIn(record: string, seat: number): string {
  const { name, moves } = (JSON.parse(record) as { seats: { name: string; moves: string[][] }[] }).seats[seat] ?? { name: "", moves: [] };
  return JSON.stringify([name, moves.map((turn) => turn.filter((move) => move !== "pass"))]);
}

/** The address with which the others see one's own game too. */
export async function answerAddress(id: string, table: string): Promise<string> {
  const info = await call<TableInfo>("GET", `/api/tables/${table}`);
  const made = await linkOfTable(table, info.you ?? 0, knownLinks(id).at(-1) ?? "");
  return fullAddress(`/c#${made.link}`);
}
