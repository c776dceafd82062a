/**
 * This browser's part in the cards: a salt that it promises when it takes a seat and reveals when all
 * promises are known, so that nobody can choose the cards, whoever runs the server included.
 * docs/record.md tells the rules, and why salts come in chains.
 */
import { sha256 } from "./sha256";
import type { View } from "./table.svelte";

type Fair = NonNullable<View["fair"]>;

/** All that was fixed when a salt was revealed. */
interface Seen {
  table: string;
  commitment: string;
  promises: string[];
  salts: string[];
}

interface Kept {
  promise: string;
  secret: string;
  /** Where it was given, once the server has answered. */
  table: string;
  /** By attempt. */
  seen: Record<number, Seen>;
}

const LINKS = 100;
const MOST = 40;
let kept: Kept[] = [];

/** Make a new secret and keep it; what to tell the server of it. */
export function newPromise(): string {
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
  const promise = hashedOften(secret, LINKS);
  keep({ promise, secret, table: "", seen: {} });
  return promise;
}

/** The server has taken the promise, so the game there must not be dealt without our salt. */
export function promisedAt(table: string, promise: string): void {
  const mine = find(promise);
  if (mine) keep({ ...mine, table });
}

/** `lost`: this browser does not have the salt. `changed`: it was asked for it before, with other promises. */
export type Answer = { salt: string; attempt: number } | "lost" | "changed";

/** What to answer to a view that waits for our salt; null if it does not. */
export function answerTo(view: View): Answer | null {
  const { promised, you } = view;
  if (!promised || you === null || !promised.waiting_for.includes(you)) return null;
  const mine = find(promised.promises[you]);
  const { attempt, promises, salts } = promised;
  if (!mine || attempt > LINKS) return "lost";
  const seen = { table: view.table, commitment: view.commitment, promises, salts };
  const before = mine.seen[attempt];
  const isOld = Object.keys(mine.seen).some((other) => Number(other) > attempt);
  if (isOld || (before && JSON.stringify(before) !== JSON.stringify(seen))) return "changed";
  keep({ ...mine, seen: { ...mine.seen, [attempt]: seen } });
  return { salt: hashedOften(mine.secret, LINKS - attempt), attempt };
}

/**
 * Whether the promises that this browser saw were kept. `none`: nobody has added a salt. `unseen`: this
 * browser has promised none. `seed`, `own` or a seat's number: whose promise was broken.
 */
export type Verdict = "kept" | "none" | "unseen" | "seed" | "own" | number;

export function verdictOn(fair: Fair, you: number | null): Verdict {
  const mine = you === null ? undefined : find(fair.promises[you]);
  const seen = mine?.seen[fair.attempt];
  if (!mine || !seen) {
    if (you !== null && stored().some((each) => each.table === fair.table)) return "own";
    return fair.salts.some((salt) => salt) ? "unseen" : "none";
  }
  if (seen.table !== fair.table || seen.promises.length !== fair.salts.length) return "seed";
  if (seen.commitment !== fair.commitment || seen.commitment !== commitmentOf(fair.seed)) return "seed";
  if (fair.salts[you ?? 0] !== hashedOften(mine.secret, LINKS - fair.attempt)) return "own";
  const broken = fair.salts.findIndex((salt, seat) => {
    const promise = seen.promises[seat];
    return promise ? hashedOften(salt, fair.attempt) !== promise : salt !== seen.salts[seat];
  });
  return broken < 0 ? "kept" : broken;
}

export function commitmentOf(seed: string): string {
  return hashed("fulgence/1", seed);
}

export function hashedOften(digits: string, times: number): string {
  for (let time = 0; time < times; time++) digits = hashed("fulgence/salt/1", digits);
  return digits;
}

function hashed(label: string, digits: string): string {
  const bytes = digits.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  return sha256(Uint8Array.from([...new TextEncoder().encode(label), ...bytes]));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function find(promise: string | undefined): Kept | undefined {
  return promise ? stored().find((each) => each.promise === promise) : undefined;
}

/** Another window of this browser may have written meanwhile; a private one keeps it for the page only. */
function stored(): Kept[] {
  try {
    const text = localStorage.getItem("salts");
    return text === null ? kept : (JSON.parse(text) as Kept[]);
  } catch {
    return kept;
  }
}

function keep(one: Kept): void {
  kept = [one, ...stored().filter((each) => each.promise !== one.promise)].slice(0, MOST);
  try {
    localStorage.setItem("salts", JSON.stringify(kept));
  } catch {
    // it is kept as long as the page is open
  }
}
