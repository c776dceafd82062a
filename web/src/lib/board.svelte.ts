/** A game that is tried out: positions one after the other, and where in them we are. Moves come from the server. */
import type { AnalysisView } from "../generated/analysis";
import { call, sentence } from "./api";
import { about, type Study } from "./study";

interface Position {
  moves: string[][];
  cards: string[][];
}

export class TriedGame {
  view = $state.raw<AnalysisView | null>(null);
  /** What the bot thinks of the position, once it is known. */
  thought = $state.raw<AnalysisView | null>(null);
  pending = $state<string | null>(null);
  problem = $state("");
  isBusy = $state(false);
  isThinking = $state(false);
  #line = $state.raw<Position[]>([]);
  #at = $state(0);
  #thinks = false;

  constructor(
    readonly study: Study,
    readonly seat: number,
  ) {}

  get #position(): Position {
    return this.#line[this.#at] ?? { moves: [[]], cards: [] };
  }

  /** The turn, counted from 0 through the game. */
  get turn(): number {
    return this.#position.moves.length - 1;
  }

  get canGoBack(): boolean {
    return this.#at > 0 && !this.isBusy;
  }

  get canGoOn(): boolean {
    return this.#at < this.#line.length - 1 && !this.isBusy;
  }

  /** Whether cards and moves are still those of the game. */
  get isAsPlayed(): boolean {
    const { moves, cards } = this.#position;
    if (cards.some((each) => each.length)) return false;
    return moves.every((turn, number) => turn.every((move, n) => this.#played[number]?.[n] === move));
  }

  /** The turns that were finished. */
  get #played(): string[][] {
    const { game, states } = this.study.replay;
    return (game.sheets[this.seat]?.rounds ?? []).flat().slice(0, states.length);
  }

  /** The game as it was played, at the beginning of a turn. */
  async begin(turn: number): Promise<void> {
    const line: Position[] = [];
    const played = this.#played;
    played.forEach((moves, number) => {
      const before = played.slice(0, number);
      for (let made = 0; made <= moves.length; made++) line.push({ moves: [...before, moves.slice(0, made)], cards: [] });
    });
    line.push({ moves: [...played, []], cards: [] });
    const at = line.findIndex((position) => position.moves.length === turn + 1);
    await this.#go(line, Math.max(0, at));
  }

  async play(move: string): Promise<void> {
    this.pending = move;
    const { moves, cards } = this.#position;
    await this.#next({ moves: [...moves.slice(0, -1), [...(moves.at(-1) ?? []), move]], cards });
  }

  async nextTurn(): Promise<void> {
    await this.#next({ ...this.#position, moves: [...this.#position.moves, []] });
  }

  /** Another card at a place of this turn; what was drawn in the turn is taken back. */
  async takeCard(place: number, card: string): Promise<void> {
    const game = this.view?.game;
    if (!game) return;
    const { moves, cards } = this.#position;
    const turns = game.turns[game.round] ?? [];
    const wanted = Array.from({ length: Math.max(cards.length, game.round + 1) }, (_, n) => cards[n] ?? []);
    wanted[game.round] = [...turns.slice(0, -1).flat(), ...(turns.at(-1) ?? []).slice(0, place), card];
    await this.#next({ moves: [...moves.slice(0, -1), []], cards: wanted });
  }

  async step(by: number): Promise<void> {
    if (by < 0 ? this.canGoBack : this.canGoOn) await this.#go(this.#line, this.#at + by);
  }

  set thinks(wanted: boolean) {
    this.#thinks = wanted;
    if (wanted) void this.#think();
  }

  /** A position that is next already, as in the game, keeps what follows it. */
  async #next(position: Position): Promise<void> {
    const known = this.#line[this.#at + 1];
    if (known && JSON.stringify(known) === JSON.stringify(position)) await this.#go(this.#line, this.#at + 1);
    else await this.#go([...this.#line.slice(0, this.#at + 1), position], this.#at + 1);
  }

  /** What is not possible leaves everything as it is. */
  async #go(line: Position[], at: number): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    try {
      this.view = await this.#ask(line[at], false);
      this.thought = null;
      this.#line = line;
      this.#at = at;
    } catch (error) {
      this.problem = sentence(error);
    }
    this.pending = null;
    this.isBusy = false;
    if (this.#thinks) void this.#think();
  }

  /** One thought at a time; a position that was left meanwhile is not shown. */
  async #think(): Promise<void> {
    if (this.isThinking || this.thought || !this.view || this.view.over) return;
    this.isThinking = true;
    const position = this.#position;
    try {
      const thought = await this.#ask(position, true);
      if (position === this.#position) this.thought = thought;
    } catch (error) {
      this.problem = sentence(error);
    }
    this.isThinking = false;
    if (position !== this.#position && this.#thinks) void this.#think();
  }

  #ask(position: Position | undefined, think: boolean): Promise<AnalysisView> {
    return call<AnalysisView>("POST", "/api/analysis", { ...about(this.study, this.seat), ...position, think });
  }
}
