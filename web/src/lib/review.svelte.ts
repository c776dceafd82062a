/** A review as it comes in, part by part. It goes on while the board is tried out, and is not asked for twice. */
import type { GameLine, PlanLine, ReviewLine, TurnLine } from "../generated/review";
import { callLines, Problem, sentence } from "./api";
import { language } from "./language.svelte";
import { about, type Study } from "./study";

const AGAIN = 1500; // milliseconds until a busy server is asked again

export class Review {
  plan = $state.raw<PlanLine | null>(null);
  turns = $state.raw<(TurnLine | undefined)[]>([]);
  games = $state.raw<Record<string, GameLine>>({});
  finished = $state(0);
  share = $state(0);
  isOver = $state(false);
  problem = $state("");
  #stop = new AbortController();

  constructor(
    readonly key: string,
    readonly study: Study,
    readonly seat: number,
  ) {
    void this.#run();
  }

  /** From 0 to 1. */
  get progress(): number {
    if (this.isOver) return 1;
    return this.plan ? (this.finished + this.share) / this.plan.parts : 0;
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    if (!this.isOver) this.#stop.abort();
  }

  async #run(): Promise<void> {
    while (!this.isOver && !this.isStopped) {
      try {
        await callLines<ReviewLine>("/api/review", about(this.study, this.seat), this.#stop.signal, (line) => this.#take(line));
        if (!this.isOver) throw new Problem(0, "offline", "The server cannot be reached.");
      } catch (error) {
        if (this.isStopped) return;
        this.problem = sentence(error);
        if (!(error instanceof Problem) || error.status !== 429) return;
        await new Promise((later) => setTimeout(later, AGAIN));
      }
    }
  }

  #take(line: ReviewLine): void {
    if (line.type === "progress") {
      this.share = line.share;
      return;
    }
    this.share = 0;
    this.problem = "";
    if (line.type === "plan") this.plan = line;
    else if (line.type === "end") this.isOver = true;
    else {
      this.finished++;
      if (line.type === "turn") this.turns = [...this.turns.slice(0, line.turn), line];
      else if (line.type === "game") this.games = { ...this.games, [line.player]: line };
      else this.turns = this.turns.length < (this.plan?.turns ?? 0) ? [...this.turns, undefined] : this.turns;
    }
  }
}

let current: Review | null = null;

/** The review of a seat's game: the one that there is, or a new one. */
export function reviewOf(study: Study, seat: number): Review {
  const key = `${language()} ${seat} ${study.record}`;
  if (current?.key === key && !current.isStopped && !current.problem) return current;
  current?.stop();
  current = new Review(key, study, seat);
  return current;
}
