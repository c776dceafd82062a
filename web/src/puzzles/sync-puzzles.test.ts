import { afterEach, beforeEach, expect, test, vi } from "vitest";

const storage = new Map<string, string>();
const sent: string[][] = [];
let isAway = false;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "" }, querySelector: () => null });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    if (isAway) throw new TypeError("no network");
    const { answers } = JSON.parse(body) as { answers: { puzzle: string; lost: number }[] };
    sent.push(answers.map(({ puzzle }) => puzzle));
    return Response.json({ answers: [{ puzzle: "elsewhere", lost: 0 }, ...answers], streak: 1 + answers.length, longest: 9 });
  });
  storage.set("puzzles", JSON.stringify({ lost: { one: 0, two: 0 }, streak: 2, longest: 2 }));
});

afterEach(() => {
  storage.clear();
  sent.length = 0;
  isAway = false;
  vi.unstubAllGlobals();
});

test("nothing is sent without a key", async () => {
  const { syncPuzzles } = await import("./sync-puzzles");
  expect((await syncPuzzles()).streak).toBe(2);
  expect(sent).toEqual([]);
});

test("what this device has answered is sent once, and what others have is known here", async () => {
  storage.set("has-player-key", "1");
  const { syncPuzzles } = await import("./sync-puzzles");
  expect(await syncPuzzles()).toEqual({ lost: { elsewhere: 0, one: 0, two: 0 }, streak: 3, longest: 9 });
  const { rememberAnswer } = await import("./solved-puzzles");
  rememberAnswer("three", 1.5);
  await syncPuzzles();
  expect(sent).toEqual([["one", "two"], ["three"]]);
});

test("an answer that was given while the server is away is sent later", async () => {
  storage.set("has-player-key", "1");
  isAway = true;
  const { syncPuzzles } = await import("./sync-puzzles");
  expect((await syncPuzzles()).lost).toEqual({ one: 0, two: 0 });
  isAway = false;
  await syncPuzzles();
  expect(sent).toEqual([["one", "two"]]);
});
