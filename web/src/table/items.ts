/** Which rows of the score pad a game has. What they are worth, the server says. */
import type { CityMap } from "../lib/maps";
import type { Game } from "../lib/table.svelte";

export function itemsOf(map: CityMap, game: Pick<Game, "objectives" | "handicap">): string[] {
  return [
    ...map.items,
    ...(game.objectives.length ? ["objectives"] : []),
    ...(game.handicap ? ["handicap"] : []),
  ];
}
