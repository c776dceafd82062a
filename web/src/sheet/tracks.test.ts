import { expect, test } from "vitest";
import type { Stroke } from "./moves";
import { tracksOf } from "./tracks";

const at = (cell: string): number[] => (cell === "a1" ? [0, 0] : cell === "c1" ? [100, 0] : [0, 100]);
const stroke = (from: string, to: string, round: number): Stroke => ({ move: `${from}-${to}`, from, to, round });

test("a section of one line runs through the middle", () => {
  expect(tracksOf([stroke("a1", "c1", 0)], at, new Set())).toMatchObject([{ x1: 0, y1: 0, x2: 100, y2: 0, isOver: false }]);
});

test("two lines along one section lie side by side, whichever way they were drawn", () => {
  const [first, second] = tracksOf([stroke("a1", "c1", 0), stroke("c1", "a1", 2)], at, new Set());
  expect(first).toMatchObject({ y1: -9, y2: -9 });
  expect(second).toMatchObject({ y1: 9, y2: 9 });
});

test("a section that passes over another knows it in both directions", () => {
  const over = new Set(["a1-c1"]);
  expect(tracksOf([stroke("c1", "a1", 0), stroke("a1", "a3", 0)], at, over).map(({ isOver }) => isOver)).toEqual([true, false]);
});
