/** A review as it streams in. It goes on while the analysis board is open, and the same review is not requested twice. */
import type { GameLine, PlanLine, ReviewLine, TurnLine } from "../generated/review";
import { ApiError, callLines, errorMessage } from "../lib/api";
import { language } from "../lib/language.svelte";
import { recordFields, type RecordedGame } from "../lib/recorded-game";

const BUSY_RETRY_MS = 1500;

export class Review {
  plan = $state.raw<PlanLine | null>(null);
  turns = $state.raw<(TurnLine | undefined)[]>([]);
  games = $state.raw<Record<string, GameLine>>({});
  finishedParts = $state(0);
  /** How much of the current part is done, from 0 to 1. */
  share = $state(0);
  isOver = $state(false);
  problem = $state("");
  #abort = new AbortController();

  constructor(
    readonly key: string,
    readonly recorded: RecordedGame,
    readonly seat: number,
  ) {
    void this.#run();
  }

  /** From 0 to 1. */
  get progress(): number {
    if (this.isOver) return 1;
    return this.plan ? (this.finishedParts + this.share) / this.plan.parts : 0;
  }

  get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  stop(): void {
    if (!this.isOver) this.#abort.abort();
  }

  async #run(): Promise<void> {
    while (!this.isOver && !this.isStopped) {
      try {
        await callLines<ReviewLine>("/api/review", recordFields(this.recorded, this.seat), this.#abort.signal, (line) => this.#receive(line));
        if (!this.isOver) throw new ApiError(0, "offline", "The server cannot be reached.");
      } catch (error) {
        if (this.isStopped) return;
        this.problem = errorMessage(error);
        if (!(error instanceof ApiError) || error.status !== 429) return;
        await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
      }
    }
  }

  #receive(line: ReviewLine): void {
    if (line.type === "progress") {
      this.share = line.share;
      return;
    }
    this.share = 0;
    this.problem = "";
    if (line.type === "plan") this.plan = line;
    else if (line.type === "end") this.isOver = true;
    else {
      this.finishedParts++;
      if (line.type === "turn") this.turns = [...this.turns.slice(0, line.turn), line];
      else if (line.type === "game") this.games = { ...this.games, [line.player]: line };
      else this.turns = this.turns.length < (this.plan?.turns ?? 0) ? [...this.turns, undefined] : this.turns;
    }
  }
}

let current: Review | null = null;

/** The review of a seat's game: the current one if it is of this game, else a new one. */
export function reviewFor(recorded: RecordedGame, seat: number): Review {
  const key = `${language()} ${seat} ${recorded.record}`;
  if (current?.key === key && !current.isStopped && !current.problem) return current;
  current?.stop();
  current = new Review(key, recorded, seat);
  return current;
}
