/** Who answers the page: a server, or the workers of this browser. No page knows which of them it talks to. */
import { isStaticSite } from "../base";
import { isPlayingHere } from "./playing-here.svelte";
import { serverBackend } from "./server-backend";

/** The part of a WebSocket that a table needs. */
export interface TableSocket {
  readonly readyState: number;
  /** Whether it works without a network. */
  readonly isLocal?: boolean;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Backend {
  /** As `fetch`: rejects if nobody answers; a refusal is a response. */
  request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
  connect(path: string): TableSocket;
}

const TABLE = /^\/api\/(?:tables|companions)\/([^/?]+)/;

export function isLocalTable(id: string): boolean {
  return id.startsWith("here-");
}

/** A table is where it was opened; everything else is where the player wants to play. */
export function isAnsweredHere(path: string): boolean {
  const table = TABLE.exec(path)?.[1];
  return table === undefined || isStaticSite() ? isPlayingHere() : isLocalTable(table);
}

export const loadLocalBackend = async () => (await import("./local-backend")).localBackend;

export async function backendFor(path: string): Promise<Backend> {
  return isAnsweredHere(path) ? loadLocalBackend() : serverBackend;
}
