/** Notices of one's turn that come when no page is open: the browser's push service wakes the service worker. */
import type { components } from "../generated/api";
import { ApiError } from "../lib/api";
import { SERVICE_WORKER } from "../lib/app-updates.svelte";
import { BASE, isStaticSite } from "../lib/base";
import { language } from "../lib/language.svelte";
import { answerOfServer, askServer, ensurePlayer } from "../lib/player.svelte";
import { hasSubscribed, markSubscribed } from "../lib/push-mark";
import { sha256 } from "../lib/sha256";
import { claimSeats } from "../me/own-games";
import { onNotice, showBadge } from "./notice-events";
import { bytesOf, isSameKey } from "./push-key";

type Schemas = components["schemas"];

/** Why notices cannot be switched on. */
export class Blocked extends Error {}

/** The key to subscribe with; null if this browser or the server cannot push. */
export async function pushKey(): Promise<string | null> {
  const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isAble || isStaticSite()) return null;
  try {
    return (await answerOfServer<Schemas["PushKey"]>("GET", "/api/push")).key;
  } catch {
    return null;
  }
}

/** Whether this browser gets notices. */
export async function isSubscribed(): Promise<boolean> {
  if (!hasSubscribed() || Notification.permission !== "granted") return false;
  const registration = await navigator.serviceWorker.getRegistration(BASE);
  return (await registration?.pushManager.getSubscription()) != null;
}

/** Asks the player for permission, and makes them a key and their seats theirs: notices are sent to players. */
export async function subscribe(key: string, name: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Blocked();
  await ensurePlayer(name);
  await send(await subscription(key));
  markSubscribed(true);
  await claimSeats();
}

async function subscription(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(SERVICE_WORKER, { scope: BASE, updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && isSameKey(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe(); // it was made for another server, or an older database
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

async function send(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  await askServer("POST", "/api/player/subscriptions", { endpoint, keys, language: language() });
}

export async function unsubscribe(): Promise<void> {
  if (!hasSubscribed()) return;
  markSubscribed(false);
  const registration = await navigator.serviceWorker.getRegistration(BASE);
  const known = await registration?.pushManager.getSubscription();
  if (!known) return;
  await known.unsubscribe();
  await askServer("DELETE", `/api/player/subscriptions/${sha256(new TextEncoder().encode(known.endpoint))}`).catch(() => undefined); // it finds out by itself
}

/** Tells the server once a visit what it should know: the subscription may have changed, and the language. */
export async function renew(): Promise<void> {
  const key = await pushKey();
  if (!key || Notification.permission !== "granted") return;
  try {
    await send(await subscription(key));
  } catch (error) {
    if (error instanceof ApiError && error.code === "no-player") await unsubscribe(); // somebody was forgotten
  }
}

/** Whether the player wants no notices of a table; null if they have no seat there. */
export async function isMuted(table: string): Promise<boolean | null> {
  return (await answerOfServer<Schemas["TableNotices"]>("GET", `/api/player/tables/${table}/notices`)).muted;
}

export async function mute(table: string, muted: boolean): Promise<void> {
  await askServer("PUT", `/api/player/tables/${table}/notices`, { muted });
}

/** Whoever looks at a table needs no notice of it any more; returns how to stop looking. */
export function lookAt(table: string): () => void {
  const clear = () => void (document.hidden || clearNotice(table));
  clear();
  return onNotice(clear);
}

async function clearNotice(table: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(BASE);
  const shown = (await registration?.getNotifications()) ?? [];
  for (const notice of shown) if (notice.tag === table) notice.close();
  showBadge(shown.filter((notice) => notice.tag !== table).length);
}
