import { afterEach, beforeEach, expect, test, vi } from "vitest";

const storage = new Map<string, string>();
const asked: string[] = [];
let hasKey = false;

async function answer(path: string, { method, body }: { method: string; body?: string }): Promise<Response> {
  asked.push(`${method} ${path}`);
  if (method === "POST") {
    hasKey = true;
    expect(JSON.parse(body ?? "")).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/), name: "Ann" });
  }
  const player = hasKey ? { name: "Ann", since: 0, streak: 2 } : null;
  return Response.json(method === "POST" ? player : { player });
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "" }, querySelector: () => null });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal("fetch", answer);
});

afterEach(() => {
  storage.clear();
  asked.length = 0;
  hasKey = false;
  vi.unstubAllGlobals();
});

test("a first game makes a key, once", async () => {
  const { ensurePlayer, player } = await import("./player.svelte");
  expect((await ensurePlayer("Ann")).name).toBe("Ann");
  await ensurePlayer("Ann");
  expect(asked).toEqual(["GET /api/daily", "POST /api/players"]);
  expect(player()?.streak).toBe(2);
});

test("nobody is asked again who has been told to be nobody", async () => {
  const { ensurePlayer, setPlayer } = await import("./player.svelte");
  setPlayer(null);
  await ensurePlayer("Ann");
  expect(asked).toEqual(["POST /api/players"]);
});

test("a key that another tab has made meanwhile is kept", async () => {
  const { ensurePlayer, setPlayer } = await import("./player.svelte");
  setPlayer(null);
  storage.set("has-player-key", "1");
  hasKey = true;
  await ensurePlayer("Ann");
  expect(asked).toEqual(["GET /api/daily"]);
});

test("a name that was given before a game is known", async () => {
  const { knownName, rememberName } = await import("./player.svelte");
  expect(knownName()).toBe("");
  rememberName("Ben");
  expect(knownName()).toBe("Ben");
});
