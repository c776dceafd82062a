/** The options of the form that opens a table, as they were last chosen in this browser. */
import type { Choices } from "./api";
import { t } from "./language.svelte";
import { readJson, writeJson } from "./local-storage";

export interface TableOptions {
  name: string;
  city: string;
  mode: "alone" | "bots" | "friends" | "device";
  bots: string[];
  people: number;
  /** Of the others at this device. */
  others: string[];
  /** How many bots play with the people at this device. */
  deviceBots: number;
  clock: number;
  listed: boolean;
  addons: Record<string, string[]>;
  /** By city: the order of the pencils of a player alone; none means by chance. */
  pencils: Record<string, string[]>;
}

const DEFAULTS: TableOptions = { name: "", city: "", mode: "alone", bots: [], people: 2, others: [], deviceBots: 0, clock: 0, listed: false, addons: {}, pencils: {} };
const KEY = "wishes"; // older versions wrote it too, so it keeps its name

export function storedTableOptions(): TableOptions {
  return { ...DEFAULTS, ...readJson<Partial<TableOptions>>(KEY, {}) };
}

export const MAX_SEATS = 4;

/** As many bots as there are seats for. */
export function deviceBots({ deviceBots, people }: TableOptions): number {
  return Math.min(deviceBots, MAX_SEATS - people);
}

/** What the people at this device are called, the opener first. */
export function deviceNames({ name, others, people }: TableOptions): string[] {
  const names = [name, ...others];
  return Array.from({ length: people }, (_, number) => names[number]?.trim() || t("Player {number}", { number: number + 1 }));
}

export function storeTableOptions(options: TableOptions): void {
  writeJson(KEY, options);
}

/** Replaces what this server does not offer, and what was never chosen, by its defaults. */
export function availableOptions(options: TableOptions, { cities, bots, usual_bot }: Choices): TableOptions {
  const large = cities.filter((city) => !city.small);
  const known = options.bots.filter((bot) => bots.includes(bot));
  return {
    ...options,
    city: large.some((city) => city.key === options.city) ? options.city : (large[0]?.key ?? ""),
    bots: known.length ? known : [usual_bot],
  };
}
