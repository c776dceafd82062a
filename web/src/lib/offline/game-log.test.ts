import { IDBFactory, IDBKeyRange, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Conflict, GameLog, type Entry } from "./game-log";

const ID = "here-k7";
const OPENED: Entry = [1, "opened"];
const MOVED: Entry = [2, "moved"];
const PASSED: Entry = [3, "passed"];
const A_WHILE_MS = 11_000; // after which a log tries again to write

/** What a browser does that blocks its storage, or whose disk is full. */
const blocked = {
  open: () => {
    throw new DOMException("blocked", "SecurityError");
  },
};

const nextTurn = setTimeout; // the real one
let working: IDBFactory;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  working = new IDBFactory();
  vi.stubGlobal("indexedDB", working);
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Until the log has written again, or has found that it cannot: its transactions go on with every turn of the event loop. */
async function aWhile(): Promise<void> {
  await vi.advanceTimersByTimeAsync(A_WHILE_MS);
  for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => nextTurn(resolve));
}

test("what was appended is read by everybody, in order and with the token of the seat", async () => {
  const log = new GameLog();
  await log.append(ID, 0, [OPENED], "secret");
  await log.append(ID, 1, [MOVED, PASSED]);
  await log.append("here-k8", 0, [OPENED], "another");
  expect(await new GameLog().read(ID)).toEqual({ id: ID, token: "secret", entries: [OPENED, MOVED, PASSED] });
  expect(log.isKept).toBe(true);
});

test("more than ten entries stay in order", async () => {
  const log = new GameLog();
  const entries = Array.from({ length: 25 }, (_, number): Entry => [number, `entry ${number}`]);
  for (const [number, entry] of entries.entries()) await log.append(ID, number, [entry]);
  expect((await log.read(ID)).entries).toEqual(entries);
});

test("a game that was never written is empty", async () => {
  expect(await new GameLog().read(ID)).toEqual({ id: ID, token: "", entries: [] });
});

test("of two pages that write the same number one has a conflict, and nothing of it is written", async () => {
  const [one, other] = [new GameLog(), new GameLog()];
  await one.append(ID, 0, [OPENED], "secret");
  await one.append(ID, 1, [MOVED]);
  await expect(other.append(ID, 1, [PASSED, PASSED], "stolen")).rejects.toThrow(Conflict);
  expect(await one.read(ID)).toEqual({ id: ID, token: "secret", entries: [OPENED, MOVED] });
  expect(other.isKept).toBe(true);
});

test("where storage is blocked a game goes on in memory, and the page is told once", async () => {
  vi.stubGlobal("indexedDB", blocked);
  const log = new GameLog();
  const kept: boolean[] = [];
  log.onkept = (isKept) => kept.push(isKept);
  await log.append(ID, 0, [OPENED], "secret");
  await log.append(ID, 1, [MOVED]);
  expect(await log.read(ID)).toEqual({ id: ID, token: "secret", entries: [OPENED, MOVED] });
  expect(await log.summaries()).toEqual([]);
  expect(kept).toEqual([false]);
  expect(await new GameLog().read(ID)).toEqual({ id: ID, token: "", entries: [] });
});

test("a table that is opened again in memory is a conflict, and listed once", async () => {
  vi.stubGlobal("indexedDB", blocked);
  const log = new GameLog();
  await log.append(ID, 0, [OPENED], "secret");
  await log.append(ID, 1, [MOVED]);
  await expect(log.append(ID, 0, [OPENED], "secret")).rejects.toThrow(Conflict);
  await log.summarize(ID, { table: ID });
  expect((await log.read(ID)).entries).toEqual([OPENED, MOVED]);
  expect(await log.allSummaries()).toEqual([{ id: ID, token: "secret", at: 2, info: { table: ID } }]);
});

test("what was kept in memory is written as soon as that works again", async () => {
  vi.stubGlobal("indexedDB", blocked);
  const log = new GameLog();
  const kept: boolean[] = [];
  log.onkept = (isKept) => kept.push(isKept);
  await log.append(ID, 0, [OPENED], "secret");
  await log.append(ID, 1, [MOVED]);
  await aWhile();
  expect(kept).toEqual([false]);
  vi.stubGlobal("indexedDB", working);
  await aWhile();
  expect(kept).toEqual([false, true]);
  expect(await new GameLog().read(ID)).toEqual({ id: ID, token: "secret", entries: [OPENED, MOVED] });
  await log.append(ID, 2, [PASSED]);
  expect((await new GameLog().read(ID)).entries).toEqual([OPENED, MOVED, PASSED]);
});

test("a disk that fills up in the middle of a game loses nothing of it", async () => {
  const log = new GameLog();
  await log.append(ID, 0, [OPENED], "secret");
  const full = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await log.append(ID, 1, [MOVED]);
  expect(log.isKept).toBe(false);
  full.mockRestore();
  expect((await new GameLog().read(ID)).entries).toEqual([OPENED]);
  expect(await log.read(ID)).toEqual({ id: ID, token: "secret", entries: [OPENED, MOVED] });
  await aWhile();
  expect((await new GameLog().read(ID)).entries).toEqual([OPENED, MOVED]);
});

test("games in memory are told for lists, the latest first, until they are written with what lists show", async () => {
  vi.stubGlobal("indexedDB", blocked);
  const log = new GameLog();
  let listed: unknown[] = [];
  log.onunwritten = (infos) => (listed = infos);
  for (const id of [ID, "here-k8"]) {
    await log.append(id, 0, [OPENED], "secret");
    await log.summarize(id, { table: id });
  }
  expect(listed).toEqual([{ table: "here-k8" }, { table: ID }]);
  await log.append(ID, 1, [MOVED]);
  await log.summarize(ID, { table: ID, turn: 2 });
  expect(listed).toEqual([{ table: ID, turn: 2 }, { table: "here-k8" }]);
  vi.stubGlobal("indexedDB", working);
  await aWhile();
  expect(listed).toEqual([]);
  expect((await new GameLog().summaries()).map(({ info }) => info)).toContainEqual({ table: ID, turn: 2 });
});

test("what another page has written meanwhile is not overwritten from memory", async () => {
  const [log, other] = [new GameLog(), new GameLog()];
  await log.append(ID, 0, [OPENED], "secret");
  const full = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await log.append(ID, 1, [MOVED]);
  full.mockRestore();
  await other.append(ID, 1, [PASSED]);
  await aWhile();
  expect((await log.read(ID)).entries).toEqual([OPENED, PASSED]);
});

test("a file's game replaces what is there, with the date of its last entry", async () => {
  const log = new GameLog();
  await log.append(ID, 0, [OPENED, MOVED, PASSED], "old");
  await log.replace({ id: ID, token: "new", entries: [OPENED, [500, "other"]] });
  expect(await log.read(ID)).toEqual({ id: ID, token: "new", entries: [OPENED, [500, "other"]] });
  expect(await log.summaries()).toEqual([{ id: ID, token: "new", at: 500 }]);
});

test("lists have the latest game first, and only a change is news", async () => {
  const log = new GameLog();
  for (const [id, at] of [["here-a", 100], ["here-b", 300], ["here-c", 200]] as const) {
    await log.append(id, 0, [OPENED], "secret");
    await log.summarize(id, { turn: 1 }, at);
  }
  const order = async () => (await log.summaries()).map(({ id, at }) => [id, at]);
  expect(await order()).toEqual([["here-b", 300], ["here-c", 200], ["here-a", 100]]);
  await log.summarize("here-a", { turn: 1 }, 900);
  expect(await order()).toEqual([["here-b", 300], ["here-c", 200], ["here-a", 100]]);
  await log.summarize("here-a", { turn: 2 }, 900);
  expect(await order()).toEqual([["here-a", 900], ["here-b", 300], ["here-c", 200]]);
});

test("a deleted game is gone, and no other", async () => {
  const log = new GameLog();
  await log.append(ID, 0, [OPENED, MOVED], "secret");
  await log.append("here-k8", 0, [OPENED], "another");
  await log.delete(ID);
  expect(await log.read(ID)).toEqual({ id: ID, token: "", entries: [] });
  expect((await log.summaries()).map(({ id }) => id)).toEqual(["here-k8"]);
});
