/** Registers the service worker, and tells when it has a new version of the app. Loaded when there is nothing else to do. */
import { BASE } from "./base";
import { hasSubscribed } from "./push-mark";
import { navigate, path } from "./router.svelte";

export const SERVICE_WORKER = `${BASE}service-worker.js`;

const update = $state<{ waiting: ServiceWorker | null }>({ waiting: null });

/** Whether a newer version of the app than this page waits to be used. */
export function isUpdateReady(): boolean {
  return update.waiting !== null;
}

/** Reloads this page with the new version. Other tabs go on with theirs until they are reloaded. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  update.waiting?.postMessage({ type: "activate" });
}

export async function watchForUpdates(): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return; // there is none in insecure contexts
  const registration = await navigator.serviceWorker.register(SERVICE_WORKER, { scope: BASE, updateViaCache: "none" });
  if (registration.waiting) await announce(registration.waiting);
  registration.addEventListener("updatefound", () => follow(registration));
  if (registration.installing) follow(registration);
  navigator.serviceWorker.addEventListener("message", answerNotices);
  if (hasSubscribed()) void (await import("../push/push")).renew();
  // A page may stay open for days.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => undefined);
  });
}

/** The service worker has a notice: what does this page show? Or it was clicked: the page shows the table. */
function answerNotices(event: MessageEvent): void {
  const message = event.data as { type?: string; path?: string };
  if (message.type === "where") event.ports[0]?.postMessage(path());
  if (message.type === "open" && message.path) navigate(message.path);
}

function follow({ installing }: ServiceWorkerRegistration): void {
  installing?.addEventListener("statechange", () => {
    if (installing.state === "installed" && navigator.serviceWorker.controller) void announce(installing);
    if (installing.state !== "installed" && update.waiting === installing) update.waiting = null;
  });
}

/** A page that came from the network is newer than the worker that it came through: then nothing has to be reloaded. */
async function announce(waiting: ServiceWorker): Promise<void> {
  if (await includesThisPage(waiting)) waiting.postMessage({ type: "activate" });
  else update.waiting = waiting;
}

function includesThisPage(waiting: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? "";
  const entry = script.slice(new URL(BASE, location.href).href.length);
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => resolve(event.data === true);
    waiting.postMessage({ type: "includes", entry }, [channel.port2]);
  });
}
