/** The socket of a table whose referee is a worker of this page. */
import type { TableSocket } from "./backend";

export class LocalSocket implements TableSocket {
  readonly isLocal = true;
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor(
    readonly table: string,
    readonly transmit: (text: string) => void,
    readonly leave: () => void,
  ) {}

  send(text: string): void {
    this.transmit(text);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.leave();
  }

  // What the worker reports.

  opened(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event("open"));
  }

  received(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  closed(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}
