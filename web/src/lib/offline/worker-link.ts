/** A worker with Python inside, as the page sees it: questions are asked again if it dies. */
import { whenGone } from "./alive";
import { randomHex } from "../hex";
import type { StartOptions } from "./start-python";
import type { Answer, FromWorker, Notice, Question, Report } from "./worker-messages";

/** So many deaths in a row without an answer or a view in between, and it is given up. */
const MAX_DEATHS = 4;

export interface LinkEvents {
  onreport?: (report: Report) => void;
  /** It has died; another one is being started. */
  ondeath?: () => void;
}

export class WorkerLink {
  #worker: Worker | null = null;
  #watch = new AbortController();
  #waiting = new Map<number, { question: Question; resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  /** What the worker gets as soon as it has its options; null once it has. */
  #unsent: object[] | null = null;
  #questions = 0;
  #deaths = 0;

  constructor(
    readonly make: () => Worker,
    readonly options: () => Promise<StartOptions>,
    readonly events: LinkEvents = {},
  ) {}

  /** Starts the worker, if it is not running or being started. */
  start(): void {
    if (this.#worker) return;
    const worker = this.make();
    const lock = `fulgence-worker-${randomHex(8)}`;
    this.#worker = worker;
    this.#watch = new AbortController();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(worker, lock, data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#fail(new Error(event.message || "a worker cannot be loaded"));
    };
    this.#unsent = [...this.#waiting].map(([id, { question }]) => ({ id, ...question }));
    this.options().then(
      (options) => this.#worker === worker && this.#begin(worker, { type: "start", lock, ...options }),
      (error: Error) => this.#worker === worker && this.#fail(error),
    );
  }

  #begin(worker: Worker, start: object): void {
    for (const message of [start, ...(this.#unsent ?? [])]) worker.postMessage(message);
    this.#unsent = null;
  }

  #post(message: object): void {
    if (this.#unsent) this.#unsent.push(message);
    else this.#worker?.postMessage(message);
  }

  ask(question: Question, signal?: AbortSignal): Promise<Answer> {
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.start();
      this.#waiting.set(id, { question, resolve, reject });
      signal?.addEventListener("abort", () => this.#waiting.delete(id) && reject(new DOMException("", "AbortError")));
      this.#post({ id, ...question });
    });
  }

  tell(notice: Notice): void {
    this.start();
    this.#post(notice);
  }

  #hear(worker: Worker, lock: string, message: FromWorker): void {
    if (this.#worker !== worker) return;
    if (message.type === "answer" || message.type === "message") this.#deaths = 0;
    if (message.type === "answer") {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    } else if (message.type === "living") {
      whenGone(lock, this.#watch.signal, () => this.#worker === worker && this.#died());
    } else if (message.type === "failed") {
      this.#fail(new Error(message.message));
    }
    if (message.type !== "answer") this.events.onreport?.(message);
  }

  #died(): void {
    this.#worker = null;
    if (++this.#deaths > MAX_DEATHS) this.#fail(new Error("the worker dies again and again"));
    else this.start();
    this.events.ondeath?.();
  }

  /** Whoever waits is told; the next question starts it anew. */
  #fail(error: Error): void {
    console.error(error);
    this.#watch.abort();
    this.#worker?.terminate();
    this.#worker = null;
    this.#deaths = 0;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.events.ondeath?.();
    this.events.onreport?.({ type: "failed", message: error.message });
  }
}
