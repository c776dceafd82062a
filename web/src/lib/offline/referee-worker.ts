/** The referee of this device's games: Python's judgement, written down before anybody is told. */
import type { PyProxy } from "pyodide/ffi";
import type { TableInfo } from "../api";
import { holdForLife } from "./alive";
import { Conflict, GameLog, lastChange, type Entry, type StoredGame } from "./game-log";
import { Python } from "./start-python";
import { TableLock } from "./table-lock";
import type { Answer, FromWorker, Notice, Question, ToWorker } from "./worker-messages";

interface Effects {
  first: number;
  entries: Entry[];
  messages: [socket: number, text: string][];
  jobs: [key: string, job: string][];
  seconds: number | null;
}

interface Response extends Required<Answer> {
  token: string;
  effects: [table: string, Effects][];
}

/** `Referee` in browser/workers.py. */
interface Referee extends PyProxy {
  load(id: string, written: string): boolean;
  drop(id: string): void;
  know_contest_games(games: string): void;
  request(method: string, path: string, body: string, token: string, language: string): string;
  connect(id: string, visitor: number, token: string, language: string): string;
  watch(id: string, visitor: number, language: string): string;
  disconnect(id: string, visitor: number): string;
  receive(id: string, visitor: number, text: string): string;
  bot_chose(id: string, seat: number, ply: number, move: string): string;
  time_up(id: string): string;
}

/** A table with a socket of this page. `stop`: of a watcher that waits for the player to go. */
interface OpenTable {
  lock: TableLock;
  plays: boolean;
  sockets: Map<number, string>; // with their languages
  stop: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const DAILY = /^\/api\/daily(?:\/|$)/;
/** A game on paper is written as a table is. */
const TABLE = /^\/api\/(?:tables|companions)\/(here-[\w-]+)/;
const NO_RIGHT = 4401;
const NO_TABLE = 4404;
/** The same socket may be opened again at once, and will find the table in other hands. */
const CHANGED_HANDS = 4001;
const SUMMARY_MS = 50;

const log = new GameLog();
const tables = new Map<string, OpenTable>();
const tokens = new Map<string, string>();
const channel = new BroadcastChannel("fulgence-tables");
const summaryTimers = new Map<string, ReturnType<typeof setTimeout>>();
let referee: Referee;

const tell = (message: FromWorker) => self.postMessage(message);

/** One thing after the other: what a call has led to is written and told before the next call. */
let last: Promise<unknown> = Promise.resolve();
function inTurn(act: () => Promise<void>): void {
  last = last.then(act).catch((error: unknown) => {
    console.error(error);
    self.close(); // Python may be in any state: the page starts another worker, which reads the log
  });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") inTurn(() => start(data));
  else if ("id" in data) inTurn(async () => tell({ type: "answer", id: data.id, ...(await answer(data)) }));
  else inTurn(() => take(data));
};

async function start(options: Extract<ToWorker, { type: "start" }>): Promise<void> {
  await holdForLife(options.lock);
  tell({ type: "living" });
  log.onkept = (isKept) => tell({ type: "kept", isKept });
  log.onunwritten = (infos) => tell({ type: "unwritten", infos: infos as TableInfo[] });
  channel.onmessage = ({ data }: MessageEvent<string>) => inTurn(() => follow(data));
  try {
    const python = await Python.start(options);
    referee = python.pyodide.runPython("from fulgence.browser.workers import Referee; Referee()") as Referee;
    tell({ type: "started" });
  } catch (error) {
    tell({ type: "failed", message: String(error) });
    throw error;
  }
}

function answer(question: Question): Promise<Answer> {
  if (question.type === "import") return importGames(question.games);
  if (question.type === "request") return request(question);
  throw new Error(`not for the referee: ${question.type}`);
}

async function request({ method, path, body, language }: Extract<Question, { type: "request" }>): Promise<Answer> {
  const id = TABLE.exec(path)?.[1];
  const lock = id === undefined || method === "GET" || tables.get(id)?.plays ? null : new TableLock(id, () => undefined);
  if (lock && !(await lock.take())) return { status: 409, text: JSON.stringify({ code: "elsewhere" }) };
  try {
    if (id !== undefined && !tables.get(id)?.plays) await load(id);
    if (DAILY.test(path)) referee.know_contest_games(JSON.stringify(await contestGames()));
    for (;;) {
      const response = JSON.parse(referee.request(method, path, body, tokens.get(id ?? "") ?? "", language)) as Response;
      try {
        const opened = response.token && response.status < 300 ? ((JSON.parse(response.text) as { table?: string }).table ?? id ?? "") : "";
        for (const [table, effects] of response.effects) await carryOut(table, effects, table === opened ? response.token : "");
        return response;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        // A try whose answer was lost has done it: with what was written then, it is answered again.
        for (const [table] of response.effects) await load(table);
      }
    }
  } finally {
    lock?.release();
  }
}

/** What was made here of the cards of contests: Python knows only the tables that are open. */
async function contestGames(): Promise<{ table: string; contest: string; total: number | null; at: number }[]> {
  for (const id of [...summaryTimers.keys()]) await summarize(id);
  return (await log.allSummaries()).flatMap(({ info, at }) => {
    const { table, contest, phase, progress, you } = (info ?? {}) as Partial<TableInfo>;
    if (!table || !contest) return [];
    return [{ table, contest, total: phase === "over" ? (progress?.totals?.[you ?? 0] ?? null) : null, at }];
  });
}

/** A fresh copy of what is written. */
async function load(id: string): Promise<boolean> {
  const { entries, token } = await log.read(id);
  tokens.set(id, token);
  if (!entries.length) {
    referee.drop(id);
    return false;
  }
  return referee.load(id, JSON.stringify(entries));
}

async function carryOut(id: string, effects: Effects, token = ""): Promise<void> {
  if (effects.entries.length || token) {
    await log.append(id, effects.first, effects.entries, token);
    if (token) tokens.set(id, token);
    channel.postMessage(id);
    if (token) await summarize(id); // a game without one is in no list
    else summarizeSoon(id);
  }
  for (const [socket, text] of effects.messages) tell({ type: "message", socket, text });
  const open = tables.get(id);
  if (!open?.plays) return;
  for (const [key, job] of effects.jobs) tell({ type: "job", key, job });
  clearTimeout(open.timer);
  if (effects.seconds !== null) open.timer = setTimeout(() => inTurn(() => play(id, () => referee.time_up(id))), 1000 * effects.seconds + 20);
}

/** What a list of games will show of it, so that Python need not run for a list. */
function summarizeSoon(id: string): void {
  clearTimeout(summaryTimers.get(id));
  summaryTimers.set(id, setTimeout(() => inTurn(() => summarize(id)), SUMMARY_MS));
}

async function summarize(id: string, changedAt?: number): Promise<void> {
  clearTimeout(summaryTimers.get(id));
  summaryTimers.delete(id);
  const { status, text } = JSON.parse(referee.request("GET", `/api/tables/${id}`, "", tokens.get(id) ?? "", "en")) as Response;
  if (status === 200) await log.summarize(id, JSON.parse(text), changedAt);
}

/** Something happens at a table that this page plays. */
async function play(id: string, act: () => string): Promise<void> {
  if (!tables.get(id)?.plays) return;
  try {
    await carryOut(id, JSON.parse(act()) as Effects);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    giveUp(id);
  }
}

async function take(notice: Notice): Promise<void> {
  switch (notice.type) {
    case "connect":
      return connect(notice.socket, notice.table, notice.language);
    case "send": {
      const id = tableOf(notice.socket);
      return id === undefined ? undefined : play(id, () => referee.receive(id, notice.socket, notice.text));
    }
    case "disconnect":
      return disconnect(notice.socket);
    case "take-over":
      return takeOver(notice.table);
    case "chosen": {
      const [id = "", seat, ply] = notice.key.split(" ");
      return play(id, () => referee.bot_chose(id, Number(seat), Number(ply), notice.move));
    }
  }
}

function tableOf(socket: number): string | undefined {
  for (const [id, { sockets }] of tables) if (sockets.has(socket)) return id;
  return undefined;
}

async function connect(socket: number, id: string, language: string): Promise<void> {
  let open = tables.get(id);
  if (!open) {
    const lock = new TableLock(id, () => inTurn(async () => giveUp(id)));
    open = { lock, plays: await lock.take(), sockets: new Map(), stop: new AbortController(), timer: undefined };
    tables.set(id, open);
    if (!(await load(id))) {
      forget(id);
      tell({ type: "close", socket, code: NO_TABLE });
      return;
    }
    if (!open.plays) lock.whenFree(open.stop.signal, () => inTurn(async () => giveUp(id)));
  }
  const effects = open.plays ? referee.connect(id, socket, tokens.get(id) ?? "", language) : referee.watch(id, socket, language);
  if (!effects) {
    tell({ type: "close", socket, code: NO_RIGHT });
    if (!open.sockets.size) forget(id);
    return;
  }
  open.sockets.set(socket, language);
  tell({ type: "open", socket, watches: !open.plays });
  if (open.plays) await play(id, () => effects);
  else show(JSON.parse(effects) as Effects);
}

/** To those who watch nothing but messages counts. */
function show({ messages }: Effects): void {
  for (const [socket, text] of messages) tell({ type: "message", socket, text });
}

/** The page that plays has written something. */
async function follow(id: string): Promise<void> {
  const open = tables.get(id);
  if (!open || open.plays || !(await load(id))) return;
  const [first, ...others] = [...open.sockets];
  for (const [socket, language] of others) referee.watch(id, socket, language);
  if (first) show(JSON.parse(referee.watch(id, ...first)) as Effects);
}

async function disconnect(socket: number): Promise<void> {
  const id = tableOf(socket);
  const open = tables.get(id ?? "");
  if (id === undefined || !open) return;
  open.sockets.delete(socket);
  if (open.plays) await play(id, () => referee.disconnect(id, socket));
  if (open.sockets.size) return;
  if (open.plays) await summarize(id);
  forget(id);
}

async function takeOver(id: string): Promise<void> {
  const open = tables.get(id);
  if (!open || open.plays) return;
  open.stop.abort();
  await open.lock.take({ steal: true });
  open.plays = true;
  const sockets = [...open.sockets.keys()];
  open.sockets.clear();
  await load(id);
  for (const socket of sockets) tell({ type: "close", socket, code: CHANGED_HANDS });
}

/** Its sockets will connect again, and play or watch as it is then. */
function giveUp(id: string): void {
  const open = tables.get(id);
  if (!open) return;
  for (const socket of open.sockets.keys()) tell({ type: "close", socket, code: CHANGED_HANDS });
  forget(id);
}

function forget(id: string): void {
  const open = tables.get(id);
  tables.delete(id);
  referee.drop(id);
  open?.stop.abort();
  clearTimeout(open?.timer);
  clearTimeout(summaryTimers.get(id));
  if (open?.plays) open.lock.release();
}

/** A game that is longer here stays as it is. */
async function importGames(games: StoredGame[]): Promise<Answer> {
  const done = { imported: 0, known: 0, refused: 0 };
  for (const game of games) {
    const lock = new TableLock(game.id, () => undefined);
    const old = await log.read(game.id);
    if (old.entries.length >= game.entries.length || tables.has(game.id)) done.known++;
    else if (!referee.load(game.id, JSON.stringify(game.entries)) || !(await lock.take())) done.refused++;
    else {
      await log.replace(game);
      tokens.set(game.id, game.token);
      await summarize(game.id, lastChange(game.entries));
      done.imported++;
      lock.release();
    }
    if (!tables.has(game.id)) referee.drop(game.id);
  }
  return { status: 200, text: JSON.stringify(done) };
}
