/** Where a mistake is shown: on cells of the map, at a field of the form, or among what nobody understands. */
import type { CityMistake } from "./draft";

/** The keys that have a field; a mistake at a key below one of them belongs to it. */
export const FIELDS = [
  "name", "note", "pencils", "stations", "districts", "removed", "crossings", "departures",
  "cards.pile", "cards.names", "cards.sides", "cards.closing", "cards",
  "switch.sections", "switch.ignored_turns", "switch",
  "points.interchange", "points.crossing", "points.river", "points.monument", "points.link", "points.objective", "points",
  "river.name", "river.sections", "river", "sites.cells", "sites.track", "sites", "gates.cells", "gates",
  "acceleration.secondary_districts", "acceleration.double_stations", "acceleration",
  "addons.objectives", "addons.powers", "addons.gates", "addons.acceleration", "addons",
  "solo.pencils", "solo", "verdicts.up_to", "verdicts", "objectives.dealt", "objectives.cards", "objectives",
];
export const OTHER = "other";

export function fieldId(key: string): string {
  return `fact-${key}`;
}

/** The mistakes at a key and below it. */
export function mistakesAt(mistakes: readonly CityMistake[], key: string): CityMistake[] {
  return mistakes.filter((mistake) => mistake.key === key || mistake.key.startsWith(`${key}.`));
}

/** The field that a mistake points at: the longest of the known keys that it begins with, else the list of the rest. */
export function fieldOf({ key }: Pick<CityMistake, "key">, misfits: Record<string, string> = {}): string {
  const found = FIELDS.filter((each) => key === each || key.startsWith(`${each}.`)).sort((one, other) => other.length - one.length)[0];
  const isUnknown = misfits[key] !== undefined && found !== key && !key.startsWith("objectives.cards.") && !key.startsWith("departures.");
  return found === undefined || isUnknown ? OTHER : found;
}
