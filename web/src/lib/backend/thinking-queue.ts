/** One job at a time goes to the thinker; a bot at a table comes before a review. */
import type { Answer } from "../offline/worker-messages";

interface Waiting {
  run: () => Promise<Answer>;
  isUrgent: boolean;
  signal: AbortSignal | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export class ThinkingQueue {
  #waiting: Waiting[] = [];
  #isBusy = false;

  /** An aborted one that has not begun never will; one that has begun is not waited for. */
  add(run: () => Promise<Answer>, options: { isUrgent?: boolean; signal?: AbortSignal | undefined } = {}): Promise<Answer> {
    const { isUrgent = false, signal } = options;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      this.#waiting.push({ run, isUrgent, signal, resolve, reject });
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#isBusy) return;
    this.#waiting = this.#waiting.filter(({ signal }) => !signal?.aborted);
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent);
    const [next] = this.#waiting.splice(Math.max(0, urgent), 1);
    if (!next) return;
    this.#isBusy = true;
    await next.run().then(next.resolve, next.reject);
    this.#isBusy = false;
    void this.#next();
  }
}
