import { describe, expect, test } from "vitest";
import { cellsOf, circledOf, neighbour, strokesOf, targetsOf } from "./lines";

const ROUNDS = [[["h4-g3"], ["pass"], []], [["c4*", "a1-b2"]]];

test("a move that draws has two cells, any other none", () => {
  expect(cellsOf("d3-c4")).toEqual(["d3", "c4"]);
  expect(cellsOf("pass")).toBeNull();
  expect(cellsOf("c4*")).toBeNull();
});

test("strokes are the moves that draw, with the round they belong to", () => {
  expect(strokesOf(ROUNDS)).toEqual([
    { move: "h4-g3", from: "h4", to: "g3", round: 0 },
    { move: "a1-b2", from: "a1", to: "b2", round: 1 },
  ]);
  expect(strokesOf([])).toEqual([]);
});

test("circled stations are those of moves with a star", () => {
  expect(circledOf(ROUNDS)).toEqual(["c4"]);
});

test("moves are found by the station where they end, in their order", () => {
  const targets = targetsOf(["a1-b2", "c3-b2", "c3-d4", "e5*", "pass"]);
  expect([...targets]).toEqual([
    ["b2", ["a1-b2", "c3-b2"]],
    ["d4", ["c3-d4"]],
    ["e5", ["e5*"]],
  ]);
});

describe("arrow keys", () => {
  const spots = [
    { cell: "near", x: 20, y: 0 },
    { cell: "far", x: 60, y: 0 },
    { cell: "slanting", x: 10, y: 40 },
    { cell: "left", x: -30, y: 5 },
  ];

  test("go to what lies nearest in their direction", () => {
    expect(neighbour({ x: 0, y: 0 }, spots, 1, 0)).toBe("near");
    expect(neighbour({ x: 0, y: 0 }, spots, -1, 0)).toBe("left");
    expect(neighbour({ x: 0, y: 0 }, spots, 0, 1)).toBe("slanting"); // not what is higher but far aside
  });

  test("go nowhere where there is nothing", () => {
    expect(neighbour({ x: 0, y: 0 }, spots, 0, -1)).toBeNull();
    expect(neighbour({ x: 0, y: 0 }, [], 1, 0)).toBeNull();
  });
});
