/** Changes of a draft: each returns a new one. What they mean for the game, and whether it is right, the rules say. */
import type { CityDraft, MistakeView, EditedCity as Answer } from "../generated/city-editor";
import type { CityMap } from "../lib/city-maps";

export type { CityDraft };
export type CityMistake = MistakeView;
export type EditedCity = Omit<Answer, "map"> & { map: CityMap | null };

export const NOTHING = ".";
export const CROSSING = "+";
export const PLATFORM = "#";
/** The characters of a picture of stations, as keys type them. */
export const MARKS = ["S", "T", "P", "C", "?", "M", PLATFORM, CROSSING] as const;
export const DIRECTIONS = ["-|", "/\\", "-/", "-\\", "|/", "|\\"] as const;
export const ADDONS = ["objectives", "powers", "gates", "acceleration"];
export const MAX_COLUMNS = 26;
export const MAX_ROWS = 99;

export interface Size {
  columns: number;
  rows: number;
}

export function sizeOf({ stations }: CityDraft): Size {
  return { columns: stations?.[0]?.length ?? 0, rows: stations?.length ?? 0 };
}

export function cellName(x: number, y: number): string {
  return `${String.fromCharCode(97 + x)}${y + 1}`;
}

export function cellPlace(cell: string): { x: number; y: number } {
  return { x: cell.charCodeAt(0) - 97, y: Number(cell.slice(1)) - 1 };
}

export function markAt(draft: CityDraft, cell: string): string {
  return at(draft.stations, cell);
}

export function districtAt(draft: CityDraft, cell: string): string {
  return at(draft.districts, cell);
}

function at(rows: readonly string[] | null | undefined, cell: string): string {
  const { x, y } = cellPlace(cell);
  return rows?.[y]?.[x] ?? NOTHING;
}

export function isStation(mark: string): boolean {
  return mark !== NOTHING && mark !== CROSSING;
}

/** A picture with another character at a cell, as large as the stations. */
function painted(draft: CityDraft, rows: readonly string[] | null | undefined, cells: Iterable<string>, sign: string): string[] {
  const changed = new Set(cells);
  const { columns, rows: height } = sizeOf(draft);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: columns }, (_, x) => (changed.has(cellName(x, y)) ? sign : (rows?.[y]?.[x] ?? NOTHING))).join(""),
  );
}

/** Another character on the map. A cell without a station is no departure, site or gate. */
export function withMark(draft: CityDraft, cell: string, mark: string): CityDraft {
  const changed = { ...draft, stations: painted(draft, draft.stations, [cell], mark) };
  if (mark === CROSSING) changed.crossings = { ...draft.crossings, [cell]: draft.crossings?.[cell] ?? DIRECTIONS[0] };
  else if (draft.crossings?.[cell] !== undefined) changed.crossings = omitted(draft.crossings, cell);
  return isStation(mark) ? changed : withoutCell(changed, cell);
}

function withoutCell(draft: CityDraft, cell: string): CityDraft {
  const changed = { ...draft };
  const departures = Object.entries(draft.departures ?? {});
  if (departures.some(([, cells]) => cells.includes(cell)))
    changed.departures = Object.fromEntries(departures.map(([pencil, cells]) => [pencil, cells.filter((each) => each !== cell)]).filter(([, cells]) => cells?.length));
  if (draft.sites?.cells?.includes(cell)) changed.sites = { ...draft.sites, cells: draft.sites.cells.filter((each) => each !== cell) };
  if (draft.gates?.cells?.includes(cell)) changed.gates = { cells: listed(draft.gates.cells.filter((each) => each !== cell)) };
  return changed;
}

export function withDistrict(draft: CityDraft, cells: Iterable<string>, letter: string): CityDraft {
  return withoutMisfit({ ...draft, districts: painted(draft, draft.districts, cells, letter) }, "districts");
}

/** The other size of a grid; what lies outside is lost. */
export function resized(draft: CityDraft, { columns, rows }: Size): CityDraft {
  const cut = (picture: readonly string[] | null | undefined) =>
    Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => picture?.[y]?.[x] ?? picture?.[y]?.at(-1) ?? picture?.at(-1)?.[x] ?? NOTHING).join(""));
  const stations = Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => draft.stations?.[y]?.[x] ?? NOTHING).join(""));
  let changed: CityDraft = { ...draft, stations, districts: cut(draft.districts) };
  const old = sizeOf(draft);
  for (let y = 0; y < old.rows; y++)
    for (let x = 0; x < old.columns; x++) if (x >= columns || y >= rows) changed = withoutCell(changed, cellName(x, y));
  return changed;
}

/** The departure of a pencil on one of the sides; taking it from another pencil if it was theirs. */
export function withDeparture(draft: CityDraft, pencil: string, side: number, cell: string): CityDraft {
  const own = draft.departures?.[pencil] ?? [];
  if (own[side] === cell) return withFact(draft, ["departures", pencil], own.filter((_, place) => place !== side));
  const free = withoutCell({ ...draft, sites: {}, gates: {} }, cell).departures ?? {};
  const cells = [...(free[pencil] ?? [])];
  cells.splice(Math.min(side, cells.length), own[side] === undefined ? 0 : 1, cell);
  const order = [...(draft.pencils ?? []), ...Object.keys(free)];
  const departures = { ...free, [pencil]: cells };
  return withoutMisfit({ ...draft, departures: Object.fromEntries(order.flatMap((name) => (departures[name] ? [[name, departures[name]]] : []))) }, `departures.${pencil}`);
}

function toggled(list: readonly string[] | null | undefined, value: string): string[] {
  return list?.includes(value) ? list.filter((each) => each !== value) : [...(list ?? []), value];
}

/** A key with an empty list says nothing. */
function listed(list: string[]): string[] | null {
  return list.length ? list : null;
}

export function withSite(draft: CityDraft, cell: string): CityDraft {
  const cells = listed(toggled(draft.sites?.cells, cell));
  return { ...draft, sites: cells ? { track: [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25], ...present(draft.sites), cells } : {} };
}

export function withGate(draft: CityDraft, cell: string): CityDraft {
  return { ...draft, gates: { cells: listed(toggled(draft.gates?.cells, cell)) } };
}

function present<Table extends object>(table: Table | undefined): Partial<Table> {
  return Object.fromEntries(Object.entries(table ?? {}).filter(([, value]) => value !== null)) as Partial<Table>;
}

/** A section is the same in both directions. */
export function sameSection(one: string, other: string): boolean {
  return one === other || one.split("-").reverse().join("-") === other;
}

function toggledSection(list: readonly string[] | null | undefined, section: string): string[] | null {
  const known = list?.find((each) => sameSection(each, section));
  return listed(toggled(list, known ?? section));
}

export function withRiver(draft: CityDraft, section: string): CityDraft {
  const sections = toggledSection(draft.river?.sections, section);
  return { ...draft, river: sections ? { ...draft.river, name: draft.river?.name || "River", sections } : {}, points: { ...draft.points, river: sections ? (draft.points?.river ?? 2) : null } };
}

/** A dotted line that is not on the sheet; under the river there is none then. */
export function withRemoved(draft: CityDraft, section: string): CityDraft {
  const removed = toggledSection(draft.removed, section);
  const under = draft.river?.sections?.some((each) => sameSection(each, section)) ?? false;
  const changed = { ...draft, removed };
  return under && removed?.some((each) => sameSection(each, section)) ? withRiver(changed, section) : changed;
}

/** The next pair of directions of a crossing. */
export function withNextDirections(draft: CityDraft, cell: string): CityDraft {
  const now = DIRECTIONS.findIndex((each) => each === draft.crossings?.[cell] || [...each].reverse().join("") === draft.crossings?.[cell]);
  return { ...draft, crossings: { ...draft.crossings, [cell]: DIRECTIONS[(now + 1) % DIRECTIONS.length] ?? "-|" } };
}

/** A fact by its path; null takes it away. What was there of another kind is gone, in place of the whole table too. */
export function withFact(draft: CityDraft, path: readonly string[], value: unknown): CityDraft {
  const keys = path.map((_, end) => path.slice(0, end + 1).map(keyText).join("."));
  return keys.reduce(withoutMisfit, put(draft, path, value) as CityDraft);
}

function put(table: object, [key = "", ...rest]: readonly string[], value: unknown): object {
  const old = (table as Record<string, unknown>)[key];
  if (rest.length) return { ...table, [key]: put(typeof old === "object" && old !== null ? old : {}, rest, value) };
  return value === null ? omitted(table as Record<string, unknown>, key) : { ...table, [key]: value };
}

export function withoutMisfit(draft: CityDraft, path: string): CityDraft {
  return draft.misfits?.[path] === undefined ? draft : { ...draft, misfits: omitted(draft.misfits, path) };
}

/** As TOML writes a key. */
export function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

export function omitted<Value>(table: Record<string, Value>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = table;
  return rest;
}

/** The draft with a pencil under another name. */
export function withPencil(draft: CityDraft, place: number, name: string): CityDraft {
  const old = draft.pencils?.[place];
  const pencils = Array.from({ length: Math.max(4, draft.pencils?.length ?? 0) }, (_, each) => (each === place ? name : (draft.pencils?.[each] ?? "")));
  const departures = Object.fromEntries(Object.entries(draft.departures ?? {}).map(([pencil, cells]) => [pencil === old && name ? name : pencil, cells]));
  return withoutMisfit({ ...draft, pencils, departures }, "pencils");
}

/** Rows of characters, with or without column letters and row numbers, put into a picture from a cell on. */
export function withPasted(draft: CityDraft, picture: "stations" | "districts", cell: string, text: string): CityDraft {
  const rows = pictureRows(text);
  const { columns, rows: height } = sizeOf(draft);
  const whole = rows.length > 1 || (rows[0]?.length ?? 0) > 1;
  const { x: left, y: top } = rows.length >= height && (rows[0]?.length ?? 0) >= columns ? { x: 0, y: 0 } : cellPlace(cell);
  if (!whole) return draft;
  const size = { columns: Math.min(MAX_COLUMNS, Math.max(columns, left + Math.max(...rows.map((row) => row.length)))), rows: Math.min(MAX_ROWS, Math.max(height, top + rows.length)) };
  let changed = size.columns > columns || size.rows > height ? resized(draft, size) : draft;
  for (const [y, row] of rows.entries())
    for (const [x, sign] of [...row].entries()) {
      if (left + x >= size.columns || top + y >= size.rows) continue;
      const place = cellName(left + x, top + y);
      if (picture === "districts") changed = withDistrict(changed, [place], sign);
      else if (markAt(changed, place) !== sign) changed = withMark(changed, place, sign);
    }
  return changed;
}

export function pictureRows(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim().split(/\s+/).filter(Boolean)).filter((line) => line.length);
  if (lines.length > 1 && lines[0]?.every((sign, place) => sign === String.fromCharCode(97 + place))) lines.shift();
  return lines.map((line) => (/^\d+$/.test(line[0] ?? "") ? line.slice(1) : line).join(""));
}

/** Without what a mistake names: a section or a cell in one of the lists, or a value that nobody understands. */
export function withoutMistaken(draft: CityDraft, { key, cells }: CityMistake): CityDraft | null {
  if (draft.misfits?.[key] !== undefined) return withoutMisfit(draft, key);
  const section = cells.length === 2 ? cells.join("-") : null;
  const dropped = (list: readonly string[] | null | undefined) => listed((list ?? []).filter((each) => !(section ? sameSection(each, section) : cells.includes(each))));
  if (key === "removed" && section) return { ...draft, removed: dropped(draft.removed) };
  if (key === "river.sections" && section) {
    const sections = dropped(draft.river?.sections);
    return { ...draft, river: sections ? { ...draft.river, sections } : {} };
  }
  if (key === "sites.cells" && cells.length) return { ...draft, sites: { ...draft.sites, cells: dropped(draft.sites?.cells) } };
  if (key === "gates.cells" && cells.length === 1) return { ...draft, gates: { cells: dropped(draft.gates?.cells) } };
  const [, addon] = /^addons\.(.+)$/.exec(key) ?? [];
  if (addon !== undefined && draft.addons?.[addon] !== undefined && !ADDONS.includes(addon)) return { ...draft, addons: omitted(draft.addons, addon) };
  const [, pencil] = /^departures\.(.+)$/.exec(key) ?? [];
  if (pencil !== undefined && draft.departures?.[pencil] && !draft.pencils?.includes(pencil)) return { ...draft, departures: omitted(draft.departures, pencil) };
  if (pencil !== undefined && draft.departures?.[pencil] && cells.length === 1) return { ...draft, departures: { ...draft.departures, [pencil]: dropped(draft.departures[pencil]) ?? [] } };
  const [, crossing] = /^crossings\.(.+)$/.exec(key) ?? [];
  if (crossing !== undefined && draft.crossings?.[crossing] !== undefined && markAt(draft, crossing) !== CROSSING) return { ...draft, crossings: omitted(draft.crossings, crossing) };
  return null;
}

/** Letters for a palette: those in use, and a new one of each kind. */
export function districtLetters(draft: CityDraft): { used: string[]; next: string[] } {
  const used = [...new Set((draft.districts ?? []).flatMap((row) => [...row]))].filter((letter) => letter !== NOTHING).sort();
  const free = (from: string) => [...from].find((letter) => !used.includes(letter)) ?? [];
  return { used, next: [free("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), free("wxyzpabcdefghijklmnoqrstuv")].flat() };
}
