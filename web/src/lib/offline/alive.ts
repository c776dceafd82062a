/** How a page notices that a worker has died, of which no event tells: the worker holds a Web Lock for life. */

/** In the worker: resolves when the lock is held. */
export function holdForLife(lock: string): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((held) => {
    void navigator.locks.request(lock, () => {
      held();
      return new Promise<never>(() => undefined);
    });
  });
}

/** In the page, once the worker holds it: calls back when the worker is gone. */
export function whenGone(lock: string, signal: AbortSignal, then: () => void): void {
  navigator.locks?.request(lock, { signal }, then).catch(() => undefined); // nobody waits any longer
}
