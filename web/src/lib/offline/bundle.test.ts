import { afterEach, beforeEach, expect, test, vi } from "vitest";

const VERSION = "0123456789ab";
const SHA256 = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73"; // of "content"
const BUNDLE = {
  made_from: `${VERSION}cdef`,
  files: [
    { name: "fulgence.zip", bytes: 30, gzipped: 10, sha256: SHA256 },
    { name: "pyodide.asm.wasm", bytes: 90, gzipped: 40, sha256: SHA256 },
    { name: "weights/london.weights", bytes: 20, gzipped: 20, sha256: SHA256 },
  ],
};
const LIST = "/offline/files.json";
const at = (name: string) => `/offline/${name}?v=${VERSION}`;

/** Cache Storage in memory, and a host whose requests are counted. */
let stored: Map<string, Map<string, Response>>;
let requested: string[];
let host: (address: string) => Promise<Response>;

function cacheOf(name: string) {
  const files = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, files);
  return {
    match: (address: string) => Promise.resolve(files.get(address)?.clone()),
    delete: (address: string) => Promise.resolve(files.delete(address)),
    put: async (address: string, response: Response) => void files.set(address, new Response(await response.arrayBuffer())),
  };
}

beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  requested = [];
  host = (address) => Promise.resolve(address === LIST ? Response.json(BUNDLE) : new Response("content"));
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve([...stored.keys()]),
    open: (name: string) => Promise.resolve(cacheOf(name)),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  });
  vi.stubGlobal("fetch", (address: string) => {
    requested.push(address);
    return host(address);
  });
});

afterEach(() => vi.useRealTimers());

const load = () => import("./bundle");
const files = () => [...(stored.get(`fulgence-offline-${VERSION}`)?.keys() ?? [])];

test("a game begins without the weights, which follow", async () => {
  const { areWeightsKept, gameBytes, isBundleKept, keepBundle, keepWeights } = await load();
  stored.set("fulgence-offline-older", new Map());
  await keepBundle();
  expect(gameBytes(BUNDLE)).toBe(50);
  expect(files()).toEqual([at("fulgence.zip"), at("pyodide.asm.wasm"), LIST]);
  expect([await isBundleKept(), await areWeightsKept()]).toEqual([true, false]);
  expect([...stored.keys()]).toHaveLength(1);
  await Promise.all([keepWeights(), keepWeights()]);
  expect(await areWeightsKept()).toBe(true);
  expect(requested.filter((address) => address.includes("weights"))).toHaveLength(1);
});

test("weights are not fetched where the rest is not kept", async () => {
  const { keepWeights } = await load();
  await keepWeights();
  expect(requested).toEqual([LIST]);
});

test("a download that fails is not a bundle, and goes on where it was", async () => {
  const { isBundleKept, keepBundle } = await load();
  const whole = host;
  host = (address) => (address.includes("wasm") ? Promise.resolve(new Response("", { status: 502 })) : whole(address));
  await expect(keepBundle()).rejects.toThrow("502");
  expect(await isBundleKept()).toBe(false);
  host = whole;
  await keepBundle();
  expect(await isBundleKept()).toBe(true);
  expect(requested.filter((address) => address.includes("zip"))).toHaveLength(1);
});

test("a file of another version is not kept", async () => {
  const { isBundleKept, keepBundle } = await load();
  const whole = host;
  host = (address) => (address.includes("zip") ? Promise.resolve(new Response("newer")) : whole(address));
  await expect(keepBundle()).rejects.toThrow("of another version");
  expect(await isBundleKept()).toBe(false);
  expect(files()).toEqual([at("pyodide.asm.wasm")]);
});

test("a host that does not answer is not waited for if everything is here", async () => {
  await (await load()).keepBundle();
  vi.resetModules();
  vi.useFakeTimers();
  host = () => new Promise(() => undefined);
  const asked = (await load()).bundle();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await asked).toEqual(BUNDLE);
});
