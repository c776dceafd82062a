/** The WebSocket of a seat or a spectator: views in, moves out, nothing lost on the way. */
import type { ClientMessage } from "../generated/client";
import type { ServerMessage } from "../generated/server";
import { backendFor, type TableSocket } from "./backend/backend";
import { revealFor } from "./commit-reveal";
import { deviceSeats } from "./device-seats";
import { t } from "./language.svelte";
import type { Highlight, Seat, View } from "./view";

/** What a seat does at the table: a move, an undo, ready. */
type Entry = Extract<ClientMessage, { type: "move" | "undo" | "ready" }>;
export type ReactionName = Extract<ClientMessage, { type: "react" }>["reaction"];
export type Hints = Extract<ServerMessage, { type: "hints" }>;

export type Status = "connecting" | "open" | "reconnecting" | "refused";

/** Exponential backoff between attempts to reconnect. */
const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 8000;
const BACKOFF_FACTOR = 1.7;
/** How long a reaction is shown. */
const REACTION_MS = 5000;
/** An entry that is not acknowledged by then waits for the network. */
const LATE_MS = 2500;
/** Errors after which the same entry is sent again. */
const RETRYABLE = new Set(["storage", "in-doubt", "moved", "mistake", "read-only"]);
/** Close codes after which reconnecting is of no use. */
const FINAL_CLOSE_CODES = new Set([4401, 4404, 1003]);
/** The seat has a new token: perhaps this browser got it, as a cookie, in another tab or a moment later. */
const TOKEN_REPLACED = 4410;
const REPLACED_DELAY_MS = 1500;

export class TableConnection {
  view = $state.raw<View | null>(null);
  seats = $state.raw<Seat[]>([]);
  watching = $state(0);
  status = $state<Status>("connecting");
  /** Sent and not yet acknowledged; the sheet shows it at once (optimistic update). */
  pending = $state.raw<Entry | null>(null);
  /** Whether the pending entry waits for the connection to come back. */
  isWaiting = $state(false);
  /** The sign that a seat shows now. */
  reactions = $state.raw<Record<number, ReactionName>>({});
  /** Where the points of a seat come from, for the seats that were asked about. */
  explained = $state.raw<Record<number, Record<string, string[]>>>({});
  /** Where those points are on the map. */
  highlights = $state.raw<Record<number, Record<string, Highlight>>>({});
  /** Why no move leads to a station, as it was last asked. */
  reason = $state.raw<{ target: string; message: string } | null>(null);
  /** What the expert would do, at the decision it was asked about. */
  #hints = $state.raw<Hints | null>(null);
  isAskingHints = $state(false);
  /** Why our salt is not revealed although the game waits for it. */
  saltProblem = $state<"" | "lost" | "changed">("");
  /** The server's last error message, until the next entry. */
  problem = $state("");
  /** The seats that are played at this device, one after the other; none if everybody has their own. */
  readonly atDevice;
  #socket: TableSocket | null = null;
  /** Counts sockets that were asked for: a later one replaces an earlier one. */
  #attempt = 0;
  #delay = FIRST_DELAY_MS;
  #timer = 0;
  /** Whether the pending entry is sent again after the next view. */
  #resend = false;
  #lateTimer = 0;
  #reactionTimers: Record<number, number> = {};

  constructor(
    readonly tableId: string,
    readonly language: () => string,
  ) {
    this.atDevice = deviceSeats(tableId);
  }

  /** Whether several people play at this device. */
  get isShared(): boolean {
    return this.atDevice.length > 0;
  }

  connect(): void {
    const query = new URLSearchParams({ lang: this.language(), words: "1" });
    const path = `/api/tables/${this.tableId}/socket?${query}`;
    const attempt = ++this.#attempt;
    backendFor(path).then(
      (backend) => attempt === this.#attempt && this.#listen(backend.connect(path)),
      () => attempt === this.#attempt && this.#retry(), // a part of the page could not be loaded
    );
  }

  #listen(socket: TableSocket): void {
    this.#socket = socket;
    this.#resend = true;
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onopen = () => {
      this.status = "open";
      this.#delay = FIRST_DELAY_MS;
      if (document.hidden) this.tellVisibility();
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (FINAL_CLOSE_CODES.has(event.code)) {
        this.status = "refused";
        return;
      }
      if (event.code === TOKEN_REPLACED) this.#delay = REPLACED_DELAY_MS;
      this.#retry();
    };
  }

  #retry(): void {
    this.status = "reconnecting";
    this.isAskingHints = false;
    if (this.pending) this.isWaiting = true;
    this.#timer = window.setTimeout(() => this.connect(), this.#delay);
    this.#delay = Math.min(MAX_DELAY_MS, this.#delay * BACKOFF_FACTOR);
  }

  close(): void {
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#lateTimer);
    for (const timer of Object.values(this.#reactionTimers)) window.clearTimeout(timer);
    this.#dropSocket();
  }

  #dropSocket(): void {
    this.#attempt++;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  /** The browser says that there is no network: a socket would notice much later. */
  disconnect(): void {
    if (this.status !== "open" || this.#socket?.isLocal) return;
    this.#dropSocket();
    this.#retry();
  }

  /** Skips the rest of the backoff, for example when the page is visible again. */
  reconnectNow(): void {
    if (this.status !== "reconnecting" || this.#socket) return; // with a socket it is already under way
    window.clearTimeout(this.#timer);
    this.connect();
  }

  play(move: string, ready: boolean): void {
    this.#enter({ type: "move", ply: this.view?.ply ?? 0, move, ready });
  }

  undo(): void {
    this.#enter({ type: "undo", ply: this.view?.ply ?? 0 });
  }

  ready(): void {
    this.#enter({ type: "ready", ply: this.view?.ply ?? 0 });
  }

  /** Whoever sees the table needs no notice of their turn. */
  tellVisibility(): void {
    this.#send({ type: "visibility", visible: !document.hidden });
  }

  react(reaction: ReactionName): void {
    this.#send({ type: "react", reaction });
  }

  explain(seat: number): void {
    this.#send({ type: "explain", seat });
  }

  askHints(): void {
    this.problem = "";
    this.isAskingHints = true;
    this.#send({ type: "hint" });
  }

  /** The best moves of the decision that is shown, if they were asked for. */
  get shownHints(): Hints["moves"] | null {
    return this.#hints && this.#hints.ply === this.view?.ply ? this.#hints.moves : null;
  }

  why(target: string): void {
    this.#send({ type: "why", target });
  }

  /** One entry at a time. */
  #enter(entry: Entry): void {
    if (this.pending) return;
    this.pending = entry;
    this.problem = "";
    this.isWaiting = this.status !== "open";
    window.clearTimeout(this.#lateTimer);
    this.#lateTimer = window.setTimeout(() => (this.isWaiting = this.pending === entry), LATE_MS);
    this.#send(entry);
  }

  #settle(): void {
    this.pending = null;
    this.isWaiting = false;
  }

  /** We are connected, and a view comes when the server can be written again. */
  #waitForMaintenance(): void {
    window.clearTimeout(this.#lateTimer);
    this.problem = t("The server is being maintained; your move is sent as soon as that is done.");
  }

  #showReaction(seat: number, reaction: ReactionName): void {
    this.reactions = { ...this.reactions, [seat]: reaction };
    window.clearTimeout(this.#reactionTimers[seat]);
    this.#reactionTimers[seat] = window.setTimeout(() => {
      const { [seat]: _, ...others } = this.reactions;
      this.reactions = others;
    }, REACTION_MS);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "view":
        this.#receiveView(message);
        break;
      case "presence":
        this.#receivePresence(message);
        break;
      case "hints":
        this.#hints = message;
        this.isAskingHints = false;
        break;
      case "error":
        this.problem = message.message;
        this.isAskingHints = false;
        if (!this.pending || !isAbout(message.said, this.pending)) break;
        if (RETRYABLE.has(message.code)) this.#resend = true; // after the view that follows
        else this.#settle();
        if (message.code === "read-only") this.#waitForMaintenance();
        break;
      case "reaction":
        this.#showReaction(message.seat, message.reaction);
        break;
      case "explained":
        this.explained = { ...this.explained, [message.seat]: message.parts };
        this.highlights = { ...this.highlights, [message.seat]: message.highlights };
        break;
      case "reason":
        this.reason = message;
        break;
      case "ack":
        break; // the view that follows shows it
    }
  }

  /** Repeated with every view that still waits for it: it may have been lost with an old socket. */
  #reveal(view: View): void {
    const reveal = revealFor(view);
    this.saltProblem = typeof reveal === "string" ? reveal : "";
    if (reveal && typeof reveal !== "string") this.#send({ type: "reveal", ...reveal });
  }

  /** Whoever waits for this device is here, although only one of them is connected. */
  #receivePresence({ seats, watching }: Pick<View, "seats" | "watching">): void {
    this.seats = seats.map((seat, number) => (this.atDevice.some((each) => each.seat === number) ? { ...seat, here: true } : seat));
    this.watching = watching;
  }

  #receiveView(view: View): void {
    this.view = view;
    this.#receivePresence(view);
    this.#reveal(view);
    for (const seat of Object.keys(this.explained)) this.explain(Number(seat)); // the points may have changed
    if (this.pending && view.ply > this.pending.ply) {
      this.#settle();
      this.problem = ""; // it was refused at first, and sent again
    }
    if (this.pending && this.#resend) this.#send(this.pending); // it may have been lost with the old socket
    this.#resend = false;
  }
}

/** Whether an error answers this entry; one that names no entry may. */
function isAbout(said: Entry | null | undefined, entry: Entry): boolean {
  if (!said) return true;
  const isSame = said.type === "move" && entry.type === "move" ? said.move === entry.move : said.type === entry.type;
  return isSame && said.ply === entry.ply;
}
