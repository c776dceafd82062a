/** A game on paper as everybody at the table sees it: read, flipped and taken back; other phones follow. */
import type { CompanionView } from "../generated/companion";
import { ApiError, call, callMaybe, errorMessage } from "../lib/api";
import { isLocalTable } from "../lib/backend/backend";
import { companionMap, type CityMap } from "../lib/city-maps";
import { rememberCompanion } from "./known-companions";

/** How often a phone asks whether another one has flipped. */
const ASK_MS = 1500;

export class Companion {
  view = $state.raw<CompanionView | null>(null);
  map = $state.raw<CityMap | null>(null);
  problem = $state("");
  isGone = $state(false);
  isBusy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(
    readonly id: string,
    readonly onstep: (view: CompanionView) => void = () => undefined,
  ) {}

  /** Whether other phones can follow. */
  get isShared(): boolean {
    return !isLocalTable(this.id);
  }

  async start(): Promise<void> {
    try {
      const [view, map] = await Promise.all([call<CompanionView>("GET", `/api/companions/${this.id}`), companionMap(this.id)]);
      this.map = map;
      this.#show(view);
    } catch (error) {
      this.#fail(error);
    }
    this.#askLater();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  get canFlip(): boolean {
    return this.view !== null && this.view.phase !== "over";
  }

  get canUndo(): boolean {
    return this.view !== null && this.view.step > 0;
  }

  flip(): Promise<void> {
    return this.canFlip ? this.#step(1) : Promise.resolve();
  }

  undo(): Promise<void> {
    return this.canUndo ? this.#step(-1) : Promise.resolve();
  }

  /** It names the step that was seen: a second tap, or another phone's, does not flip twice. */
  async #step(by: number): Promise<void> {
    if (!this.view || this.isBusy) return;
    this.isBusy = true;
    const start = this.view.step;
    try {
      this.#show(await call<CompanionView>("POST", `/api/companions/${this.id}/step`, { start, step: start + by }));
    } catch (error) {
      this.#fail(error);
    }
    this.isBusy = false;
  }

  #show(view: CompanionView): void {
    const isNew = view.change !== this.view?.change;
    const isFirst = this.view === null;
    this.problem = "";
    this.view = view;
    rememberCompanion({ id: view.companion, city: view.city, names: view.names, at: Date.now(), isOver: view.phase === "over" });
    if (isNew && !isFirst) this.onstep(view);
  }

  #fail(error: unknown): void {
    this.isGone = error instanceof ApiError && error.status === 404;
    this.problem = errorMessage(error);
  }

  #askLater(): void {
    if (!this.isShared || this.#isStopped || this.isGone) return;
    this.#timer = setTimeout(() => void this.#ask(), ASK_MS);
  }

  async #ask(): Promise<void> {
    if (document.visibilityState === "visible" && !this.isBusy) {
      try {
        const view = await callMaybe<CompanionView>(`/api/companions/${this.id}${this.view ? `?change=${this.view.change}` : ""}`);
        this.map ??= await companionMap(this.id);
        if (view && !this.isBusy && !this.#isStopped) this.#show(view);
        else this.problem = "";
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#askLater();
  }
}
