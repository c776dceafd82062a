/** What the page and its workers say to each other. */
import type { TableInfo } from "../api";
import type { StoredGame } from "./game-log";
import type { StartOptions } from "./start-python";

/** The first message to a worker. `lock`: the Web Lock that it holds as long as it lives. */
export interface Start extends StartOptions {
  type: "start";
  lock: string;
}

/** Questions; each is answered with an Answer of the same number. */
export type Question =
  | { type: "request"; method: string; path: string; body: string; language: string }
  | { type: "import"; games: StoredGame[] }
  | { type: "think"; job: string; language: string };

/** Other messages to the referee. */
export type Notice =
  | { type: "connect"; socket: number; table: string; language: string }
  | { type: "send"; socket: number; text: string }
  | { type: "disconnect"; socket: number }
  | { type: "take-over"; table: string }
  | { type: "chosen"; key: string; move: string };

export interface Answer {
  status: number;
  text: string;
  kind?: string;
  job?: string;
  jobs?: string[];
}

/** What a worker says without being asked. */
export type Report =
  | { type: "living" }
  | { type: "started" }
  | { type: "failed"; message: string }
  | { type: "open"; socket: number; watches: boolean }
  | { type: "message"; socket: number; text: string }
  | { type: "close"; socket: number; code: number }
  | { type: "job"; key: string; job: string }
  | { type: "kept"; isKept: boolean }
  | { type: "unwritten"; infos: TableInfo[] };

export type ToWorker = Start | ({ id: number } & Question) | Notice;
export type FromWorker = Report | ({ type: "answer"; id: number } & Answer);
