/** The game in this browser: one worker is the referee, another one thinks. */
import { BASE, isStaticSite } from "../base";
import { language, t } from "../language.svelte";
import { bundle, holdBundle, isPageOutdated, keepBundle, keepWeights, versionOf } from "../offline/bundle";
import type { StoredGame } from "../offline/game-log";
import { localState } from "../offline/local-state.svelte";
import { bundled, type StartOptions } from "../offline/start-python";
import { WorkerLink } from "../offline/worker-link";
import type { Answer, Report } from "../offline/worker-messages";
import { isFixed } from "../prerendered";
import type { Backend, TableSocket } from "./backend";
import { LocalSocket } from "./local-socket";
import { serverBackend } from "./server-backend";
import { ThinkingQueue } from "./thinking-queue";

const SOCKET = /^\/api\/tables\/([^/?]+)\/socket\?(.*)$/;
const NDJSON = "application/x-ndjson";
const WORKER_GONE = 1006;

class LocalBackend implements Backend {
  #options: Promise<StartOptions> | null = null;
  #referee = new WorkerLink(() => new Worker(new URL("../offline/referee-worker.ts", import.meta.url), { type: "module" }), () => this.#startOptions(), {
    onreport: (report) => this.#heed(report),
    ondeath: () => this.#lost(),
  });
  /** Started by the first question: whoever plays alone need not pay for a second Python. */
  #thinker = new WorkerLink(() => new Worker(new URL("../offline/thinker-worker.ts", import.meta.url), { type: "module" }), () => this.#startOptions());
  #queue = new ThinkingQueue();
  #sockets = new Map<number, LocalSocket>();
  #made = 0;

  /** Loads and starts what a game begins with. */
  prepare(): void {
    this.#referee.start();
  }

  async request(method: "GET" | "POST", path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    this.prepare();
    const known = !isStaticSite() && localState.stage !== "ready" && isFixed(method, path) ? await serverBackend.request(method, path).catch(() => null) : null;
    if (known?.ok) return known; // the server, or what the service worker keeps of it, is there before Python is
    let answer: Answer;
    try {
      answer = await this.#referee.ask({ type: "request", method, path, body: body === undefined ? "" : JSON.stringify(body), language: language() }, signal);
      if (answer.job) answer = { kind: "application/json", ...answer, ...(await this.#think(answer.job, signal)) };
      if (answer.jobs?.length) return await this.#stream(answer.jobs, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      answer = problem(503, "not-started", localState.isOutdated ? t("There is a new version of this page. Reload it to play on.") : t("The game could not be loaded. Check the connection and try again."));
    }
    if (answer.text === '{"code":"elsewhere"}') answer = problem(409, "elsewhere", t("This game is open in another tab."));
    return new Response(answer.text, { status: answer.status, headers: { "Content-Type": answer.kind ?? "application/json" } });
  }

  connect(path: string): TableSocket {
    const [, table = "", query] = SOCKET.exec(path) ?? [];
    const number = ++this.#made;
    const socket = new LocalSocket(
      table,
      (text) => this.#referee.tell({ type: "send", socket: number, text }),
      () => {
        this.#sockets.delete(number);
        this.#referee.tell({ type: "disconnect", socket: number });
      },
    );
    this.prepare();
    this.#sockets.set(number, socket);
    this.#referee.tell({ type: "connect", socket: number, table, language: new URLSearchParams(query).get("lang") ?? "en" });
    return socket;
  }

  /** The page that played it watches from now on. */
  takeOver(table: string): void {
    this.#referee.tell({ type: "take-over", table });
  }

  async importGames(games: StoredGame[]): Promise<{ imported: number; known: number; refused: number }> {
    const { text } = await this.#referee.ask({ type: "import", games });
    return JSON.parse(text) as { imported: number; known: number; refused: number };
  }

  #startOptions(): Promise<StartOptions> {
    this.#options ??= this.#load();
    this.#options.catch(() => (this.#options = null)); // the next one who asks tries again
    return this.#options;
  }

  async #load(): Promise<StartOptions> {
    localState.stage = "loading";
    const found = await bundle();
    localState.isOutdated = isPageOutdated();
    if (!found) throw new Error("there is no bundle for this page");
    holdBundle(versionOf(found));
    await keepBundle((loaded, total) => Object.assign(localState, { loaded, total }));
    localState.stage = "starting";
    const options = { base: BASE, version: versionOf(found), files: found.files.map(({ name }) => name) };
    return { ...options, wasm: await compiled(() => bundled(options, "pyodide.asm.wasm")) };
  }

  #heed(report: Report): void {
    if (report.type === "open") {
      const socket = this.#sockets.get(report.socket);
      if (socket) localState.watched[socket.table] = report.watches;
      socket?.opened();
    } else if (report.type === "message") this.#sockets.get(report.socket)?.received(report.text);
    else if (report.type === "close") this.#closeSocket(report.socket, report.code);
    else if (report.type === "kept") localState.isKept = report.isKept;
    else if (report.type === "unwritten") localState.unwritten = report.infos;
    else if (report.type === "started") this.#started();
    else if (report.type === "failed") localState.stage = "failed";
    else if (report.type === "job") void this.#choose(report.key, report.job);
  }

  /** A game can begin. What bots will need comes now, while there is a network. */
  #started(): void {
    localState.stage = "ready";
    void keepWeights().catch(() => undefined); // the next start tries again
  }

  #closeSocket(number: number, code: number): void {
    const socket = this.#sockets.get(number);
    this.#sockets.delete(number);
    socket?.closed(code);
  }

  /** The referee has died, and with it the games that could not be written. */
  #lost(): void {
    localState.unwritten = [];
    for (const number of [...this.#sockets.keys()]) this.#closeSocket(number, WORKER_GONE);
  }

  /** The move of a bot; one that comes too late is dropped by the referee. */
  async #choose(key: string, job: string): Promise<void> {
    try {
      const { status, text } = await this.#queue.add(() => this.#thinker.ask({ type: "think", job, language: language() }), { isUrgent: true });
      this.#referee.tell({ type: "chosen", key, move: status === 200 ? (JSON.parse(text) as string) : "pass" });
    } catch (error) {
      console.error(error); // it is asked again when the table is opened again
    }
  }

  #think(job: string, signal?: AbortSignal): Promise<Answer> {
    return this.#queue.add(() => this.#thinker.ask({ type: "think", job, language: language() }), { signal });
  }

  /** A line for each job; a job that says "progress" goes on. What is wrong with the first is wrong with all. */
  async #stream(jobs: string[], signal?: AbortSignal): Promise<Response> {
    const [first = "", ...others] = jobs;
    const begun = await this.#think(first, signal);
    if (begun.status !== 200) return new Response(begun.text, { status: begun.status, headers: { "Content-Type": "application/json" } });
    const answers = this.#lines(first, begun, others, signal);
    const body = new ReadableStream<string>({
      async pull(controller) {
        const { value, done } = await answers.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    return new Response(body.pipeThrough(new TextEncoderStream()), { headers: { "Content-Type": NDJSON } });
  }

  async *#lines(first: string, begun: Answer, others: string[], signal?: AbortSignal): AsyncGenerator<string> {
    let answer = begun;
    for (const [number, job] of [first, ...others].entries()) {
      if (number > 0) answer = await this.#think(job, signal);
      while (answer.status === 200 && (JSON.parse(answer.text) as { type: string }).type === "progress") {
        yield answer.text;
        answer = await this.#think(job, signal);
      }
      yield answer.status === 200 ? answer.text : `${JSON.stringify({ type: "failed", part: (JSON.parse(job) as { job: string }).job })}\n`;
    }
    yield '{"type":"end"}\n';
  }
}

function problem(status: number, code: string, message: string): Answer {
  return { status, text: JSON.stringify({ code, message }) };
}

/** While it still comes, if the host says what kind of file it is. */
async function compiled(read: () => Promise<Response>): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(await read());
  } catch {
    return WebAssembly.compile(await (await read()).arrayBuffer());
  }
}

export const localBackend = new LocalBackend();
