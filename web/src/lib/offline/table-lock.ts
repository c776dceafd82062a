/** One page at a time plays a table: the one that holds its Web Lock. */

export class TableLock {
  #release: () => void = () => undefined;

  /** `onlost`: another page has taken it over. */
  constructor(
    readonly id: string,
    readonly onlost: () => void,
  ) {}

  get #name(): string {
    return `fulgence-table-${this.id}`;
  }

  /** Whether it was to be had. With `steal`, it always is. Without Web Locks, everybody has it; the log keeps order then. */
  take(options: { steal?: boolean } = {}): Promise<boolean> {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      navigator.locks
        .request(this.#name, options.steal ? { steal: true } : { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && new Promise<void>((release) => (this.#release = release));
        })
        .catch(() => this.onlost());
    });
  }

  release(): void {
    this.#release();
  }

  /** Calls back when whoever plays is gone. */
  whenFree(signal: AbortSignal, then: () => void): void {
    navigator.locks?.request(this.#name, { signal }, then).catch(() => undefined); // nobody waits any longer
  }
}
