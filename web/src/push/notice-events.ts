/** What pages do about notices: hear of them, and show how many tables wait. */

/** Calls back when the service worker has got a notice, or the page is looked at again; returns how to stop it. */
export function onNotice(act: () => void): () => void {
  const onmessage = (event: MessageEvent) => (event.data as { type?: string }).type === "notice" && act();
  const onvisible = () => !document.hidden && act();
  navigator.serviceWorker?.addEventListener("message", onmessage);
  document.addEventListener("visibilitychange", onvisible);
  return () => {
    navigator.serviceWorker?.removeEventListener("message", onmessage);
    document.removeEventListener("visibilitychange", onvisible);
  };
}

/** The number on the app's icon, where there are such things. */
export function showBadge(waiting: number): void {
  const shown = waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined); // the browser may refuse it
}
