/** The rows of a game's score pad below the lines. Their points come from the server. */
import type { CityMap } from "../lib/city-maps";
import { t } from "../lib/language.svelte";
import type { Game } from "../lib/view";

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
