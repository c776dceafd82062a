import { expect, test } from "vitest";
import { parseGames } from "./local-games";

const game = { id: "here-k7", token: "t", entries: [[1, "opened"]] };

function file(games: unknown, version = 1): string {
  return JSON.stringify({ format: "fulgence-games", version, games });
}

test("a file of games has its games", () => {
  expect(parseGames(file([game]))).toEqual([game]);
});

test("what is not a game is left out", () => {
  const others = [null, 7, { ...game, id: "k7" }, { ...game, entries: [] }, { ...game, entries: [["1", "opened"]] }, { ...game, token: 1 }];
  expect(parseGames(file([...others, game]))).toEqual([game]);
});

test("any other file has none", () => {
  for (const text of ["", "{", "[]", "null", JSON.stringify({ format: "record", games: [game] }), file([game], 2), file("games")]) expect(parseGames(text)).toEqual([]);
});
