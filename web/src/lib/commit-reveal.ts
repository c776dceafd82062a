/**
 * This browser's part in a commit-reveal scheme, so that nobody can choose the cards, not even whoever runs the
 * server. It promises a salt when it takes a seat and reveals it once all promises are known. A promise is the end
 * of a hash chain, so that every attempt to deal reveals another salt; docs/record.md has the rules and the reasons.
 */
import { isLocalTable } from "./backend/backend";
import { fromHex, randomHex } from "./hex";
import { readJson, writeJson } from "./local-storage";
import { sha256 } from "./sha256";
import type { View } from "./view";

type Fair = NonNullable<View["fair"]>;

/** All that was fixed when a salt was revealed. */
interface Seen {
  table: string;
  commitment: string;
  promises: string[];
  salts: string[];
}

interface StoredSecret {
  promise: string;
  secret: string;
  /** Where it was promised, once the server has answered. */
  table: string;
  /** By attempt. */
  seen: Record<number, Seen>;
}

const CHAIN_LENGTH = 100;
const MAX_STORED = 40;
const KEY = "salts";
/** What a private window, which stores nothing, has until the page is closed. */
let inMemory: StoredSecret[] = [];

/** Makes and stores a new secret; returns the promise to give to the server. */
export function newPromise(): string {
  const secret = randomHex(32);
  const promise = hashChain(secret, CHAIN_LENGTH);
  store({ promise, secret, table: "", seen: {} });
  return promise;
}

/** The server has accepted the promise, so the game at that table must not be dealt without our salt. On this device nobody else deals. */
export function promiseAccepted(table: string, promise: string): void {
  const mine = find(promise);
  if (mine && !isLocalTable(table)) store({ ...mine, table });
}

/** `lost`: this browser does not have the salt. `changed`: it revealed it before, to other promises. */
export type Reveal = { salt: string; attempt: number } | "lost" | "changed";

/** The answer to a view that waits for our salt; null if it does not. */
export function revealFor(view: View): Reveal | null {
  const { promised, you } = view;
  if (!promised || you === null || !promised.waiting_for.includes(you)) return null;
  const mine = find(promised.promises[you]);
  const { attempt, promises, salts } = promised;
  if (!mine || attempt > CHAIN_LENGTH) return "lost";
  const seen = { table: view.table, commitment: view.commitment, promises, salts };
  const before = mine.seen[attempt];
  const isOld = Object.keys(mine.seen).some((other) => Number(other) > attempt);
  if (isOld || (before && JSON.stringify(before) !== JSON.stringify(seen))) return "changed";
  store({ ...mine, seen: { ...mine.seen, [attempt]: seen } });
  return { salt: hashChain(mine.secret, CHAIN_LENGTH - attempt), attempt };
}

/**
 * Whether the promises that this browser saw were kept. `none`: nobody added a salt. `unseen`: this browser
 * promised none. `seed`, `own` or the number of a seat: whose promise was broken.
 */
export type Verdict = "kept" | "none" | "unseen" | "seed" | "own" | number;

export function verifyPromises(fair: Fair, you: number | null): Verdict {
  const seat = saltedSeat(fair, you);
  const mine = find(fair.promises[seat]);
  const seen = mine?.seen[fair.attempt];
  if (!mine || !seen) {
    if (you !== null && stored().some((each) => each.table === fair.table)) return "own";
    return fair.salts.some((salt) => salt) ? "unseen" : "none";
  }
  if (seen.table !== fair.table || seen.promises.length !== fair.salts.length) return "seed";
  if (seen.commitment !== fair.commitment || seen.commitment !== commitmentOf(fair.seed)) return "seed";
  if (fair.salts[seat] !== hashChain(mine.secret, CHAIN_LENGTH - fair.attempt)) return "own";
  const broken = fair.salts.findIndex((salt, seat) => {
    const promise = seen.promises[seat];
    return promise ? hashChain(salt, fair.attempt) !== promise : salt !== seen.salts[seat];
  });
  return broken < 0 ? "kept" : broken;
}

/** The seat that this browser promised a salt for: the own one, or that of whoever opened the table at this device. */
function saltedSeat({ promises }: Fair, you: number | null): number {
  if (you === null || find(promises[you])) return you ?? -1;
  return promises.findIndex((promise) => find(promise));
}

export function isPromiseBroken(fair: Fair, you: number | null): boolean {
  return !["kept", "none", "unseen"].includes(String(verifyPromises(fair, you)));
}

export function commitmentOf(seed: string): string {
  return taggedHash("fulgence/1", seed);
}

export function hashChain(digits: string, length: number): string {
  for (let link = 0; link < length; link++) digits = taggedHash("fulgence/salt/1", digits);
  return digits;
}

/** Domain separation: the tag keeps hashes of one kind from passing for another. */
function taggedHash(tag: string, digits: string): string {
  return sha256(Uint8Array.from([...new TextEncoder().encode(tag), ...fromHex(digits)]));
}

function find(promise: string | undefined): StoredSecret | undefined {
  return promise ? stored().find((each) => each.promise === promise) : undefined;
}

/** Read anew each time: another tab may have written meanwhile. */
function stored(): StoredSecret[] {
  return readJson(KEY, inMemory);
}

function store(one: StoredSecret): void {
  inMemory = [one, ...stored().filter((each) => each.promise !== one.promise)].slice(0, MAX_STORED);
  writeJson(KEY, inMemory);
}
