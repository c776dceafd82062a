import { expect, test } from "vitest";
import { axisTicks } from "./axis-ticks";

test("an axis has round numbers, and not too many", () => {
  expect(axisTicks(128.4, 153, 6)).toEqual([130, 135, 140, 145, 150]);
  expect(axisTicks(0, 3, 6)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(-20, 180, 5)).toEqual([0, 50, 100, 150]);
});
