/** What this browser remembers. Private windows may remember nothing, and that is fine. */

export interface KnownTable {
  id: string;
  city: string;
  at: number;
  invite?: string;
  watch?: string;
}

const MOST = 12;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is remembered then
  }
}

export function knownTables(): KnownTable[] {
  return read<KnownTable[]>("tables", []);
}

export function rememberTable(table: KnownTable): void {
  const old = knownTables().find((known) => known.id === table.id);
  const others = knownTables().filter((known) => known.id !== table.id);
  write("tables", [{ ...old, ...table }, ...others].slice(0, MOST));
}

export function forgetTable(id: string): void {
  write(
    "tables",
    knownTables().filter((known) => known.id !== id),
  );
}

export interface Wishes {
  name: string;
  city: string;
  mode: "alone" | "bots" | "friends";
  bots: string[];
  people: number;
  clock: number;
  listed: boolean;
  addons: Record<string, string[]>;
}

const WISHES: Wishes = { name: "", city: "", mode: "alone", bots: [], people: 2, clock: 0, listed: false, addons: {} };

export function wishes(): Wishes {
  return { ...WISHES, ...read<Partial<Wishes>>("wishes", {}) };
}

export function rememberWishes(wishes: Wishes): void {
  write("wishes", wishes);
}

export interface Settings {
  theme: "system" | "light" | "dark";
  mono: boolean;
  confirm: boolean;
  notify: boolean;
}

const SETTINGS: Settings = { theme: "system", mono: false, confirm: true, notify: false };

export function storedSettings(): Settings {
  return { ...SETTINGS, ...read<Partial<Settings>>("settings", {}) };
}

export function storeSettings(settings: Settings): void {
  write("settings", settings);
}
