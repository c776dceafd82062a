import { expect, test } from "vitest";
import { circledCell, circledCells, movesByTarget, movesUpTo, sectionCells, strokesOf } from "./moves";

const ROUNDS = [[["h4-g3"], ["pass"], []], [["c4*", "a1-b2"]]];

test("a move that draws has two cells, any other none", () => {
  expect(sectionCells("d3-c4")).toEqual(["d3", "c4"]);
  expect(sectionCells("pass")).toBeNull();
  expect(sectionCells("c4*")).toBeNull();
});

test("a move with a star circles a station", () => {
  expect(circledCell("c4*")).toBe("c4");
  expect(circledCell("d3-c4")).toBeNull();
  expect(circledCells(ROUNDS)).toEqual(["c4"]);
});

test("strokes are the moves that draw, with the round they belong to", () => {
  expect(strokesOf(ROUNDS)).toEqual([
    { move: "h4-g3", from: "h4", to: "g3", round: 0 },
    { move: "a1-b2", from: "a1", to: "b2", round: 1 },
  ]);
  expect(strokesOf([])).toEqual([]);
});

test("moves are found by the station where they end, in their order", () => {
  const targets = movesByTarget(["a1-b2", "c3-b2", "c3-d4", "e5*", "pass"]);
  expect([...targets]).toEqual([
    ["b2", ["a1-b2", "c3-b2"]],
    ["d4", ["c3-d4"]],
    ["e5", ["e5*"]],
  ]);
});

test("moves are shown up to a turn, and some of its own", () => {
  const rounds = [[["a1-b1"], ["b1-c1", "c1-d1"], ["pass"]], [["a2-b2"], []]];
  expect(movesUpTo(rounds, { round: 0, turn: 1 }, 1)).toEqual([[["a1-b1"], ["b1-c1"]]]);
  expect(movesUpTo(rounds, { round: 1, turn: 0 }, Infinity)).toEqual([rounds[0], [["a2-b2"]]]);
  expect(movesUpTo([], { round: 0, turn: 0 }, 1)).toEqual([]);
});

test("cutting moves off changes nothing in the game", () => {
  const before = JSON.stringify(ROUNDS);
  movesUpTo(ROUNDS, { round: 1, turn: 0 }, 2)[0]?.[0]?.push("x");
  expect(JSON.stringify(ROUNDS)).toBe(before);
});
