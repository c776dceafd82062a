/** The state of the analysis board: a history of positions with undo and redo. Legal moves come from the server. */
import type { AnalysisView } from "../generated/analysis";
import { call, errorMessage } from "../lib/api";
import { recordFields, type RecordedGame } from "../lib/recorded-game";

interface Position {
  /** By turn; the last turn is the one in play. */
  moves: string[][];
  /** Cards put on top of the piles, by round; none where they are as dealt. */
  cards: string[][];
}

export class AnalysisGame {
  view = $state.raw<AnalysisView | null>(null);
  /** The bot's evaluation of the position, once it is known. */
  evaluation = $state.raw<AnalysisView | null>(null);
  pending = $state<string | null>(null);
  problem = $state("");
  isBusy = $state(false);
  isEvaluating = $state(false);
  #history = $state.raw<Position[]>([]);
  #index = $state(0);
  #wantsEvaluation = false;

  constructor(
    readonly recorded: RecordedGame,
    readonly seat: number,
  ) {}

  get #position(): Position {
    return this.#history[this.#index] ?? { moves: [[]], cards: [] };
  }

  /** The turn, counted from 0 through the game. */
  get turn(): number {
    return this.#position.moves.length - 1;
  }

  get canUndo(): boolean {
    return this.#index > 0 && !this.isBusy;
  }

  get canRedo(): boolean {
    return this.#index < this.#history.length - 1 && !this.isBusy;
  }

  /** Whether cards and moves are still those of the recorded game. */
  get isAsPlayed(): boolean {
    const { moves, cards } = this.#position;
    if (cards.some((each) => each.length)) return false;
    return moves.every((turn, number) => turn.every((move, n) => this.#played[number]?.[n] === move));
  }

  /** The moves of the finished turns of the recorded game. */
  get #played(): string[][] {
    const { game, states } = this.recorded.replay;
    return (game.sheets[this.seat]?.rounds ?? []).flat().slice(0, states.length);
  }

  /** Goes to the beginning of a turn of the recorded game, which becomes the history. */
  async start(turn: number): Promise<void> {
    const history: Position[] = [];
    const played = this.#played;
    played.forEach((moves, number) => {
      const before = played.slice(0, number);
      for (let made = 0; made <= moves.length; made++) history.push({ moves: [...before, moves.slice(0, made)], cards: [] });
    });
    history.push({ moves: [...played, []], cards: [] });
    const index = history.findIndex((position) => position.moves.length === turn + 1);
    await this.#goTo(history, Math.max(0, index));
  }

  async play(move: string): Promise<void> {
    this.pending = move;
    const { moves, cards } = this.#position;
    await this.#advance({ moves: [...moves.slice(0, -1), [...(moves.at(-1) ?? []), move]], cards });
  }

  async nextTurn(): Promise<void> {
    await this.#advance({ ...this.#position, moves: [...this.#position.moves, []] });
  }

  /** Replaces a card of this turn, and takes back what was drawn in it. */
  async replaceCard(index: number, card: string): Promise<void> {
    const game = this.view?.game;
    if (!game) return;
    const { moves, cards } = this.#position;
    const turns = game.turns[game.round] ?? [];
    const replaced = Array.from({ length: Math.max(cards.length, game.round + 1) }, (_, n) => cards[n] ?? []);
    replaced[game.round] = [...turns.slice(0, -1).flat(), ...(turns.at(-1) ?? []).slice(0, index), card];
    await this.#advance({ moves: [...moves.slice(0, -1), []], cards: replaced });
  }

  async undo(): Promise<void> {
    if (this.canUndo) await this.#goTo(this.#history, this.#index - 1);
  }

  async redo(): Promise<void> {
    if (this.canRedo) await this.#goTo(this.#history, this.#index + 1);
  }

  set wantsEvaluation(wanted: boolean) {
    this.#wantsEvaluation = wanted;
    if (wanted) void this.#evaluate();
  }

  /** Doing again what was undone keeps the rest of the history; anything else replaces it. */
  async #advance(position: Position): Promise<void> {
    const next = this.#history[this.#index + 1];
    if (next && JSON.stringify(next) === JSON.stringify(position)) await this.#goTo(this.#history, this.#index + 1);
    else await this.#goTo([...this.#history.slice(0, this.#index + 1), position], this.#index + 1);
  }

  /** If the server refuses the position, nothing changes but `problem`. */
  async #goTo(history: Position[], index: number): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    try {
      this.view = await this.#fetch(history[index], false);
      this.evaluation = null;
      this.#history = history;
      this.#index = index;
    } catch (error) {
      this.problem = errorMessage(error);
    }
    this.pending = null;
    this.isBusy = false;
    if (this.#wantsEvaluation) void this.#evaluate();
  }

  /** One at a time; the result is dropped if the position has changed meanwhile. */
  async #evaluate(): Promise<void> {
    if (this.isEvaluating || this.evaluation || !this.view || this.view.over) return;
    this.isEvaluating = true;
    const position = this.#position;
    try {
      const evaluation = await this.#fetch(position, true);
      if (position === this.#position) this.evaluation = evaluation;
    } catch (error) {
      this.problem = errorMessage(error);
    }
    this.isEvaluating = false;
    if (position !== this.#position && this.#wantsEvaluation) void this.#evaluate();
  }

  #fetch(position: Position | undefined, think: boolean): Promise<AnalysisView> {
    return call<AnalysisView>("POST", "/api/analysis", { ...recordFields(this.recorded, this.seat), ...position, think });
  }
}
