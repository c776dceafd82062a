/** The city that is edited: its draft with undo, what the rules say about it, and a copy on this device. */
import { call, errorMessage } from "../lib/api";
import type { CityDraft, EditedCity } from "./draft";
import { History } from "./history";
import { keepDraft, newDraftId } from "./kept-drafts";

const PAUSE_MS = 120; // keys that follow each other make one question

export class CityEditor {
  #history: History<CityDraft>;
  draft = $state.raw<CityDraft>({});
  canUndo = $state(false);
  canRedo = $state(false);
  /** About the draft as it was when it was asked. */
  answer = $state.raw<EditedCity | null>(null);
  isAsking = $state(false);
  problem = $state("");
  #asked: CityDraft | null = null;
  #timer = 0;

  /** `id`: of a draft that is kept already. A new one is kept when something is changed. */
  constructor(
    draft: CityDraft,
    answer: EditedCity | null = null,
    readonly id: string = newDraftId(),
  ) {
    this.#history = new History(draft);
    this.draft = draft;
    this.answer = answer;
    this.#asked = answer ? draft : null;
    if (!answer) void this.#ask();
  }

  /** `step`: changes with the same one are undone together, as the strokes of one painting. */
  change(draft: CityDraft, step = ""): void {
    if (draft === this.draft) return;
    this.#history.add(draft, step);
    this.#show();
  }

  /** Though nothing has been changed yet. */
  keep(): void {
    keepDraft(this.id, this.draft);
  }

  undo(): void {
    this.#history.undo();
    this.#show();
  }

  redo(): void {
    this.#history.redo();
    this.#show();
  }

  /** Asks at once if that is still to be done: for whoever needs the file of the draft as it is. */
  async settled(): Promise<EditedCity | null> {
    while (this.#asked !== this.draft && !this.problem) await this.#ask();
    return this.answer;
  }

  retry(): void {
    this.problem = "";
    void this.#ask();
  }

  #show(): void {
    this.draft = this.#history.current;
    this.canUndo = this.#history.canUndo;
    this.canRedo = this.#history.canRedo;
    this.keep();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  /** One question at a time; what has changed meanwhile is asked next. */
  async #ask(): Promise<void> {
    if (this.isAsking) return this.#whenAnswered();
    const draft = this.draft;
    this.isAsking = true;
    try {
      const answer = await call<EditedCity>("POST", "/api/cities/edit", { draft });
      this.answer = answer.map ? answer : { ...answer, map: this.answer?.map ?? null }; // rather an old one than none
      this.problem = "";
      this.#asked = draft;
    } catch (error) {
      this.problem = errorMessage(error);
    } finally {
      this.isAsking = false;
      for (const done of this.#waiting.splice(0)) done();
    }
    if (!this.problem && this.#asked !== this.draft) void this.#ask();
  }

  #waiting: (() => void)[] = [];

  #whenAnswered(): Promise<void> {
    return new Promise((done) => this.#waiting.push(done));
  }
}
