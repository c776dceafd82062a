/** When the page has nothing else to do, so that nothing that is shown waits for it; at the latest after so many milliseconds. */
export function whenIdle(act: () => void, timeout?: number): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act, timeout === undefined ? {} : { timeout });
  else setTimeout(act, 500);
}
