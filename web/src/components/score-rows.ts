/** The rows of a game's score pad below the lines, and what their points are counted from. All numbers come from the server. */
import type { CityMap } from "../lib/city-maps";
import { t } from "../lib/language.svelte";
import type { Game, Sheet } from "../lib/view";

type Pad = Sheet["pad"];

/** So many things, each worth so many points. */
export interface Counter {
  count: number;
  points: number;
}

export function scoreRows(map: CityMap, game: Pick<Game, "objectives" | "handicap">): string[] {
  return [
    ...map.items,
    ...(game.objectives.length ? ["objectives"] : []),
    ...(game.handicap ? ["handicap"] : []),
  ];
}

export function scoreRowName(row: string): string {
  return t(row === "handicap" ? "deduction" : row);
}

export function rowPoints(pad: Pad, row: string): number {
  return pad.items[row as keyof Pad["items"]] ?? 0;
}

/** The boxes of a row: `3 × 2`, `1 × 5`. */
export function rowCounters(map: CityMap, pad: Pad, row: string): Counter[] {
  const pair = (counts: number[], points: number[]) => points.map((each, n) => ({ count: counts[n] ?? 0, points: each }));
  if (row === "interchanges") return pair(pad.counts.interchanges, map.pad.interchanges);
  if (row === "crossings") return pair(pad.counts.crossings, map.pad.crossings);
  if (row === "objectives" && map.pad.objective) return [{ count: pad.items.objectives / map.pad.objective, points: map.pad.objective }];
  return [];
}

/** What is added to the points of a line, in words. */
export function lineExtras(map: CityMap): string[] {
  const { river, monument, link } = map.pad;
  return [
    river ? t("+ {points} for each section under the {river}", { points: river, river: t(map.river) }) : "",
    monument ? t("+ {points} for each monument", { points: monument }) : "",
    link ? t("+ {points} if the two lines are joined", { points: link }) : "",
  ].filter(Boolean);
}
