/** The sheets of a table while they are typed in: kept on this device, checked and added up by the rules elsewhere. */
import type { CompanionView } from "../generated/companion";
import type { PaperScore } from "../generated/paper-score";
import { call, errorMessage } from "../lib/api";
import type { CityMap } from "../lib/city-maps";
import { readJson, writeJson } from "../lib/local-storage";
import { sectionCells } from "../sheet/moves";

/** As `fulgence score` reads it. */
export interface PaperSheet {
  city: string;
  name: string;
  lines: Record<string, string[]>;
  boxed: string[];
  circled: string[];
  doubled: string[];
  objectives: string[];
  powers: Record<string, string>;
  gates: Record<string, string>;
  acceleration: Record<string, string>;
  solo?: string[];
}

export function emptySheet(city: string, name: string, pencils: readonly string[]): PaperSheet {
  const lines = Object.fromEntries(pencils.map((pencil) => [pencil, []]));
  return { city, name, lines, boxed: [], circled: [], doubled: [], objectives: [], powers: {}, gates: {}, acceleration: {} };
}

/** One sheet for each player, with what was dealt. */
export function dealtSheets(view: CompanionView): PaperSheet[] {
  return view.names.map((name, seat) => {
    const pencils = view.orders[seat] ?? [];
    return {
      ...emptySheet(view.city, name, pencils),
      objectives: view.objectives.map((objective) => objective.name),
      powers: view.powers,
      gates: view.gates,
      acceleration: Object.fromEntries(view.acceleration.map((bonus, round) => [pencils[round] ?? "", bonus])),
      ...(view.names.length === 1 ? { solo: view.addons } : {}),
    };
  });
}

/** Without what is empty, for a file. */
export function tidy(sheet: PaperSheet): Partial<PaperSheet> {
  const isFull = (value: unknown) => typeof value === "string" ? value !== "" : Object.keys(value as object).length > 0;
  return Object.fromEntries(Object.entries(sheet).filter(([key, value]) => key === "lines" || key === "solo" || isFull(value)));
}

/** Both directions of a section are the same. */
export function isSame(one: string, other: string): boolean {
  return one === other || sectionCells(one)?.reverse().join("-") === other;
}

export class PaperSheets {
  sheets = $state<PaperSheet[]>([]);
  seat = $state(0);
  pencil = $state("");
  score = $state.raw<PaperScore | null>(null);
  problem = $state("");
  #asked = 0;
  #before = $state<string[]>([]);

  constructor(
    readonly key: string,
    readonly map: CityMap,
    readonly cityFile: string,
    fresh: PaperSheet[],
  ) {
    const kept = readJson<PaperSheet[]>(this.key, []);
    const isFitting = kept.length > 0 && kept.every(({ city }) => city === fresh[0]?.city);
    this.sheets = isFitting ? kept : fresh;
    this.choose(0);
  }

  get sheet(): PaperSheet {
    return this.sheets[this.seat] as PaperSheet;
  }

  get own() {
    return this.score?.sheets[this.seat] ?? null;
  }

  get problems() {
    return this.own?.problems ?? [];
  }

  choose(seat: number): void {
    this.seat = seat;
    this.pencil = Object.keys(this.sheet.lines)[0] ?? "";
    void this.count();
  }

  /** Draws a section with the pencil in hand, or rubs it out. */
  toggle(section: string): void {
    const line = this.sheet.lines[this.pencil] ?? [];
    const there = line.find((each) => isSame(each, section));
    this.change((sheet) => (sheet.lines[this.pencil] = there ? line.filter((each) => each !== there) : [...line, section]));
  }

  box(cell: string): void {
    this.change((sheet) => (sheet.boxed = sheet.boxed.includes(cell) ? sheet.boxed.filter((each) => each !== cell) : [...sheet.boxed, cell]));
  }

  circle(cell: string): void {
    const mark = `${this.pencil}:${cell}`;
    this.change((sheet) => (sheet.circled = sheet.circled.includes(mark) ? sheet.circled.filter((each) => each !== mark) : [...sheet.circled, mark]));
  }

  /** Sections as text, `d3-c4 c4-b5`, for the line of the pencil in hand. */
  write(text: string): void {
    this.change((sheet) => (sheet.lines[this.pencil] = text.toLowerCase().split(/[\s,;]+/).filter(Boolean)));
  }

  change(act: (sheet: PaperSheet) => void): void {
    this.#before = [...this.#before, JSON.stringify({ seat: this.seat, sheets: this.sheets })].slice(-200);
    act(this.sheet);
    this.#keep();
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    const { seat, sheets } = JSON.parse(last) as { seat: number; sheets: PaperSheet[] };
    this.sheets = sheets;
    this.seat = seat;
    if (!(this.pencil in this.sheet.lines)) this.pencil = Object.keys(this.sheet.lines)[0] ?? "";
    this.#keep();
  }

  replace(sheets: PaperSheet[]): void {
    this.#before = [...this.#before, JSON.stringify({ seat: this.seat, sheets: this.sheets })];
    this.sheets = sheets;
    this.choose(0);
    this.#keep();
  }

  #keep(): void {
    writeJson(this.key, $state.snapshot(this.sheets));
    void this.count();
  }

  /** Asks for the score of all sheets; of several questions the last counts. */
  async count(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const score = await call<PaperScore>("POST", "/api/paper/score", { sheets: $state.snapshot(this.sheets).map(tidy), city_file: this.cityFile || null });
      if (asked !== this.#asked) return;
      this.score = score;
      this.problem = "";
    } catch (error) {
      if (asked === this.#asked) this.problem = errorMessage(error);
    }
  }
}
