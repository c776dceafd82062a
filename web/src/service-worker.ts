/// <reference lib="webworker" />
/**
 * The service worker: keeps the app on this device, so that it opens without a network. It imports nothing, as it is built
 * into one file. Nothing needs it: where there is none, all requests go to the network.
 *
 * The host puts the list of its files before this script. Another list is another version, with a cache of its own. A new
 * version waits until the player reloads or has closed all pages of the old one.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

/** `files`: paths below the scope, with the SHA-256 of the content, or "" for what a server answers. "" is the page. */
declare const SHELL: { version: string; files: Record<string, string> };

const PREFIX = "fulgence-shell-";
const CACHE = PREFIX + SHELL.version;
const PAGE = "";
const PATIENCE = 3000; // ms until the cache answers in place of a slow network
const ANSWER_MS = 500; // for a page to say what it shows
const AT_A_TIME = 4; // requests of an installation, which must not slow down the page

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  const message = event.data as { type: string; entry?: string };
  if (message.type === "activate") void worker.skipWaiting();
  // Whether the page that asks is of this version already.
  if (message.type === "includes") event.ports[0]?.postMessage((message.entry ?? "") in SHELL.files);
});
worker.addEventListener("push", (event) => event.waitUntil(notify(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.tag));
});
worker.addEventListener("pushsubscriptionchange", (event) => (event as ExtendableEvent).waitUntil(subscribeAgain(event as SubscriptionChange)));
worker.addEventListener("fetch", (event) => {
  const answer = respond(event.request);
  if (answer) event.respondWith(answer);
});

/** All or nothing: with a file missing or of another version, there is no installation. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const left = Object.entries(SHELL.files);
  const keepSome = async () => {
    for (let next = left.pop(); next; next = left.pop()) await keep(cache, ...next);
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, keepSome));
  } catch (error) {
    left.length = 0;
    await caches.delete(CACHE);
    throw error;
  }
}

async function keep(cache: Cache, path: string, sha256: string): Promise<void> {
  const isHashed = path.startsWith("assets/"); // the page has loaded some of these, and they never change
  const response = await fetch(addressOf(path), { cache: isHashed ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  const body = await response.arrayBuffer();
  if (sha256 && (await digest(body)) !== sha256) throw new Error(`${path}: of another version`);
  // A copy: browsers refuse to open a page from an answer that was redirected.
  await cache.put(addressOf(path), new Response(body, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } }));
}

async function digest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes older versions. Pages of the one before may still be open in other tabs: then its scripts stay until next time. */
async function activate(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length) older.pop();
  await Promise.all(older.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Null leaves the request to the browser: moves, tables, other hosts. */
function respond(request: Request): Promise<Response> | null {
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return null;
  const path = new URL(request.url).pathname.slice(new URL(worker.registration.scope).pathname.length);
  if (path.startsWith("assets/")) return cacheFirst(request);
  if (path.startsWith("offline/") && path !== "offline/files.json") return cacheFirst(request);
  if (path in SHELL.files && path !== PAGE) return networkFirst(request, path);
  if (request.mode === "navigate" && !path.startsWith("api/") && !isFile(path)) return networkFirst(request, PAGE);
  return null;
}

function isFile(path: string): boolean {
  return /\.(?!html$)\w+$/.test(path);
}

/** For what never changes under its address. A page of an older version finds its scripts in the cache of that version. */
async function cacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The newest if it comes soon; else what this version has kept. */
async function networkFirst(request: Request, path: string): Promise<Response> {
  const fromNetwork = fetch(request).then((response) => {
    if (response.status >= 500) throw new Error(`status ${response.status}`); // a proxy without its server
    return response;
  });
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("slow")), PATIENCE));
  try {
    return await Promise.race([fromNetwork, late]);
  } catch {
    const kept = await (await caches.open(CACHE)).match(addressOf(path), { ignoreVary: true });
    return kept ?? fromNetwork;
  }
}

function addressOf(path: string): string {
  return new URL(path, worker.registration.scope).href;
}

// Notices.

interface Notice {
  table: string;
  title: string;
  body: string;
  language: string;
}
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription;
  newSubscription?: PushSubscription;
}

/** One for each table: a newer one takes the place of an older one. Whoever sees the table needs none. */
async function notify(data: PushMessageData | null): Promise<void> {
  const { table, title, body, language } = data?.json() as Notice;
  const pages = await ownPages();
  for (const { client } of pages) client.postMessage({ type: "notice", table });
  if (pages.some(({ client, path }) => client.visibilityState === "visible" && path === pathOf(table))) return;
  await worker.registration.showNotification(title, { body, tag: table, lang: language, icon: addressOf("icon-192.png") });
  const shown = await worker.registration.getNotifications();
  await (navigator as Navigator).setAppBadge?.(shown.length).catch(() => undefined);
}

/** Shows the table where it is open; else in a page without a game, or in a new one. */
async function open(table: string): Promise<void> {
  const [pages, path] = [await ownPages(), pathOf(table)];
  const page = pages.find((each) => each.path === path) ?? pages.find((each) => !each.path.startsWith("/t/"));
  if (!page) return void (await worker.clients.openWindow(addressOf(path.slice(1))));
  if (page.path !== path) page.client.postMessage({ type: "open", path });
  if ((await shownBy(page.client)) !== path) await page.client.navigate(addressOf(path.slice(1))); // it does not listen yet
  await page.client.focus();
}

/** All pages of the app, and what each shows. */
async function ownPages(): Promise<{ client: WindowClient; path: string }[]> {
  const clients = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return Promise.all(clients.map(async (client) => ({ client, path: await shownBy(client) })));
}

/** A page tells it itself: its URL is the one that it was opened with. If it does not answer, that has to do. */
function shownBy(client: WindowClient): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(String(event.data));
    setTimeout(() => resolve(`/${new URL(client.url).pathname.slice(new URL(worker.registration.scope).pathname.length)}`), ANSWER_MS);
    client.postMessage({ type: "where" }, [port2]);
  });
}

function pathOf(table: string): string {
  return `/t/${table}`;
}

/** The push service has ended a subscription: without another one there would be no more notices. */
async function subscribeAgain({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const made = newSubscription ?? (oldSubscription && (await worker.registration.pushManager.subscribe(oldSubscription.options)));
  if (!made) return; // the next page that is opened renews it
  const { endpoint, keys } = made.toJSON();
  await fetch(addressOf("api/player/subscriptions"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, language: navigator.language.slice(0, 2) }),
  });
}
