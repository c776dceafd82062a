/** A seat's or a spectator's connection to a table: views in, moves out, nothing lost on the way. */
import type { ClientMessage } from "../generated/client";
import type { ServerMessage } from "../generated/server";
import { answerTo } from "./salts";

export type View = Extract<ServerMessage, { type: "view" }>;
export type Game = NonNullable<View["game"]>;
export type Sheet = Game["sheets"][number];
export type Seat = View["seats"][number];
type Entry = Exclude<ClientMessage, { type: "view" | "explain" | "reveal" }>;

export type Status = "connecting" | "open" | "away" | "refused";

const FIRST_DELAY = 400;
const LONGEST_DELAY = 8000;
/** Errors after which the same entry is sent again. */
const KEPT = new Set(["storage", "in-doubt", "moved", "mistake"]);
/** Close codes after which coming again is of no use. */
const FINAL = new Set([4401, 4404, 4410, 1003]);

export class Table {
  view = $state.raw<View | null>(null);
  seats = $state.raw<Seat[]>([]);
  watching = $state(0);
  status = $state<Status>("connecting");
  /** Sent and not yet acknowledged; it is shown at once. */
  pending = $state.raw<Entry | null>(null);
  /** Where the numbers of a seat's score pad come from, as far as it was asked. */
  explained = $state.raw<Record<number, Record<string, string[]>>>({});
  /** Why our salt is not revealed although the game waits for it. */
  trouble = $state<"" | "lost" | "changed">("");
  /** The server's last complaint, until the next move. */
  complaint = $state("");
  #socket: WebSocket | null = null;
  #delay = FIRST_DELAY;
  #timer = 0;
  #resend = false;

  constructor(
    readonly id: string,
    readonly language: () => string,
  ) {}

  connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = new URLSearchParams({ lang: this.language(), words: "1" });
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.id}/socket?${query}`);
    this.#socket = socket;
    this.#resend = true;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage);
    socket.onopen = () => {
      this.status = "open";
      this.#delay = FIRST_DELAY;
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (FINAL.has(event.code)) {
        this.status = "refused";
        return;
      }
      this.status = "away";
      this.#timer = window.setTimeout(() => this.connect(), this.#delay);
      this.#delay = Math.min(LONGEST_DELAY, this.#delay * 1.7);
    };
  }

  close(): void {
    window.clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  /** Come again at once, for example when the page is looked at again. */
  hurry(): void {
    if (this.status !== "away" || this.#socket) return; // here, or already on its way
    window.clearTimeout(this.#timer);
    this.connect();
  }

  play(move: string, ready: boolean): void {
    this.#say({ type: "move", ply: this.view?.ply ?? 0, move, ready });
  }

  undo(): void {
    this.#say({ type: "undo", ply: this.view?.ply ?? 0 });
  }

  ready(): void {
    this.#say({ type: "ready", ply: this.view?.ply ?? 0 });
  }

  explain(seat: number): void {
    this.#send({ type: "explain", seat });
  }

  #say(entry: Entry): void {
    if (this.pending) return;
    this.pending = entry;
    this.complaint = "";
    this.#send(entry);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "view":
        this.#see(message);
        break;
      case "presence":
        this.seats = message.seats;
        this.watching = message.watching;
        break;
      case "error":
        this.complaint = message.message;
        if (!this.pending || !isAbout(message.said, this.pending)) break;
        if (KEPT.has(message.code)) this.#resend = true; // with the view that follows
        else this.pending = null;
        break;
      case "explained":
        this.explained = { ...this.explained, [message.seat]: message.parts };
        break;
      case "ack":
        break; // the view that follows shows it
    }
  }

  /** As soon as all promises are known; said again with every view that still waits for it. */
  #reveal(view: View): void {
    const answer = answerTo(view);
    this.trouble = typeof answer === "string" ? answer : "";
    if (answer && typeof answer !== "string") this.#send({ type: "reveal", ...answer });
  }

  #see(view: View): void {
    this.view = view;
    this.seats = view.seats;
    this.watching = view.watching;
    this.#reveal(view);
    for (const seat of Object.keys(this.explained)) this.explain(Number(seat)); // the numbers may have changed
    if (this.pending && view.ply > this.pending.ply) this.pending = null;
    if (this.pending && this.#resend) this.#send(this.pending); // it may have been lost with the old socket
    this.#resend = false;
  }
}

/** Whether the server's answer is to this entry; one about no entry in particular may be. */
function isAbout(said: Entry | null | undefined, entry: Entry): boolean {
  if (!said) return true;
  const move = said.type === "move" && entry.type === "move" ? said.move === entry.move : said.type === entry.type;
  return move && said.ply === entry.ply;
}
