/**
 * The bundle for playing without a server: Python and the game, downloaded once and kept in Cache Storage. The weights, what
 * the expert has learned of each city, follow when nothing else loads: games go without them.
 */
import { BASE } from "../base";
import { toHex } from "../hex";

export interface BundleFile {
  name: string;
  bytes: number;
  gzipped: number;
  sha256: string;
}

export interface Bundle {
  made_from: string;
  files: BundleFile[];
}

const PREFIX = "fulgence-offline-";
const LIST = "files.json";
const FILES_AT_ONCE = 4;
const PATIENCE_MS = 3000;

export function versionOf(bundle: Bundle): string {
  return bundle.made_from.slice(0, 12);
}

/** The address of a file of the bundle; another version has other addresses. */
export function fileAddress(base: string, version: string, name: string): string {
  return `${base}offline/${name}?v=${version}`;
}

export function cacheName(version: string): string {
  return PREFIX + version;
}

function isWeights({ name }: BundleFile): boolean {
  return name.startsWith("weights/");
}

function gameFiles(bundle: Bundle): BundleFile[] {
  return bundle.files.filter((file) => !isWeights(file));
}

function weightFiles(bundle: Bundle): BundleFile[] {
  return bundle.files.filter(isWeights);
}

/** What has to come before a game can begin. */
export function gameBytes(bundle: Bundle): number {
  return transferred(gameFiles(bundle));
}

export function weightBytes(bundle: Bundle): number {
  return transferred(weightFiles(bundle));
}

function transferred(files: BundleFile[]): number {
  return files.reduce((sum, file) => sum + file.gzipped, 0);
}

let asked: Promise<Bundle | null> | null = null;
let isOutdated = false;

/** The version that this page was made for, as its host says in it; "" if the host had none then. */
function ownVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="fulgence-bundle"]')?.content ?? "";
}

/** Whether the host has a newer bundle than this page, and nothing is kept of the one for this page. */
export function isPageOutdated(): boolean {
  return isOutdated;
}

/** The one for this page: what is kept of it, or what the host offers. Null if there is neither. */
export function bundle(): Promise<Bundle | null> {
  asked ??= find();
  asked.then((found) => !found && (asked = null)).catch(() => (asked = null));
  return asked;
}

/** A network that does not answer must not keep from playing what is here. A page never starts the bundle of another version. */
async function find(): Promise<Bundle | null> {
  const own = ownVersion();
  const here = await kept(own);
  if (own && here) return here;
  const late = new Promise<null>((resolve) => here && setTimeout(() => resolve(null), PATIENCE_MS));
  const found = await Promise.race([offered(), late]);
  isOutdated = found !== null && own !== "" && versionOf(found) !== own;
  return isOutdated ? null : (found ?? here);
}

async function offered(): Promise<Bundle | null> {
  try {
    const response = await fetch(`${BASE}offline/${LIST}`, { cache: "no-cache" });
    return response.ok ? ((await response.json()) as Bundle) : null;
  } catch {
    return null;
  }
}

/** The newest one in Cache Storage with which a game can begin. */
async function kept(version: string): Promise<Bundle | null> {
  for (const name of (await cacheNames()).reverse()) {
    if (version && name !== cacheName(version)) continue;
    const list = await (await caches.open(name)).match(`${BASE}offline/${LIST}`);
    if (list) return (await list.json()) as Bundle;
  }
  return null;
}

async function cacheNames(): Promise<string[]> {
  try {
    return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  } catch {
    return []; // blocked, or a page without https
  }
}

/** The list is put into the cache last: with it, all that a game needs is there. */
export async function isBundleKept(): Promise<boolean> {
  const found = await bundle();
  return found !== null && (await cacheNames()).includes(cacheName(versionOf(found))) && (await hasList(found));
}

async function hasList(found: Bundle): Promise<boolean> {
  const cache = await caches.open(cacheName(versionOf(found)));
  return (await cache.match(`${BASE}offline/${LIST}`)) !== undefined;
}

/** Downloads what is missing. Where nothing can be kept, it comes over the network each time. */
export async function keepBundle(onProgress: (loaded: number, total: number) => void = () => undefined): Promise<void> {
  const found = await bundle();
  if (!found) throw new Error("this host has no bundle for playing without a server");
  if (await isBundleKept()) return;
  let cache: Cache;
  try {
    cache = await caches.open(cacheName(versionOf(found)));
  } catch {
    return;
  }
  const total = gameBytes(found);
  let loaded = 0;
  const waiting = gameFiles(found);
  const keepNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { gzipped, bytes } = file;
      await keepFile(cache, fileAddress(BASE, versionOf(found), file.name), (read) => {
        loaded += (read / bytes) * gzipped;
        onProgress(Math.min(loaded, total), total);
      });
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, keepNext));
  await checkFiles(cache, found, gameFiles(found));
  await cache.put(`${BASE}offline/${LIST}`, new Response(JSON.stringify(found), { headers: { "Content-Type": "application/json" } }));
  await deleteOlder(versionOf(found));
  void navigator.storage?.persist?.().catch(() => undefined);
}

export async function areWeightsKept(): Promise<boolean> {
  const found = await bundle();
  if (!found || !(await isBundleKept())) return false;
  const cache = await caches.open(cacheName(versionOf(found)));
  const kept = await Promise.all(weightFiles(found).map(({ name }) => cache.match(fileAddress(BASE, versionOf(found), name))));
  return !kept.includes(undefined);
}

let keeping: Promise<void> | null = null;

/** Downloads the weights, one file after another, into a cache that has the rest. */
export function keepWeights(): Promise<void> {
  keeping ??= keepNextWeights().finally(() => (keeping = null));
  return keeping;
}

async function keepNextWeights(): Promise<void> {
  const found = await bundle();
  for (const file of found ? weightFiles(found) : []) {
    if (!found || !navigator.onLine || !(await isBundleKept())) return; // no network or no cache, or removed meanwhile
    const cache = await caches.open(cacheName(versionOf(found)));
    await keepFile(cache, fileAddress(BASE, versionOf(found), file.name));
    await checkFiles(cache, found, [file]);
  }
}

/** The host may have got another version in the middle of the download; then nothing of it is used. */
async function checkFiles(cache: Cache, found: Bundle, files: BundleFile[]): Promise<void> {
  for (const { name, sha256 } of files) {
    const address = fileAddress(BASE, versionOf(found), name);
    const file = await cache.match(address);
    if (!file || (await digest(file)) === sha256) continue;
    await cache.delete(address);
    throw new Error(`${address}: of another version`);
  }
}

async function digest(file: Response): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())));
}

/** So that no newer page deletes what this one needs, for as long as it is open. */
export function holdBundle(version: string): void {
  void navigator.locks?.request(cacheName(version), { mode: "shared" }, () => new Promise<never>(() => undefined));
}

async function deleteOlder(version: string): Promise<void> {
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  for (const name of await cacheNames()) if (name !== cacheName(version) && !held.has(name)) await caches.delete(name);
}

async function keepFile(cache: Cache, address: string, onRead: (bytes: number) => void = () => undefined): Promise<void> {
  if (await cache.match(address)) return;
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onRead(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
  );
  // The body is unpacked by now: its encoding and length must not be kept.
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "application/octet-stream" };
  await cache.put(address, new Response(counted, { headers }));
}
