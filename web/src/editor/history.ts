/** Undo and redo of values. */

const MAX_STEPS = 200;

export class History<Value> {
  #past: Value[] = [];
  #future: Value[] = [];
  #step = "";

  constructor(public current: Value) {}

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** `step`: values with the same name, one after another, are undone together; none is one of its own. */
  add(value: Value, step = ""): void {
    if (!step || step !== this.#step) this.#past = [...this.#past, this.current].slice(-MAX_STEPS);
    this.#step = step;
    this.#future = [];
    this.current = value;
  }

  undo(): void {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.current);
    this.current = before;
    this.#step = "";
  }

  redo(): void {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.current);
    this.current = after;
    this.#step = "";
  }
}
