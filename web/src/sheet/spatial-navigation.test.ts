import { expect, test } from "vitest";
import { nearestInDirection } from "./spatial-navigation";

const ORIGIN = { x: 0, y: 0 };
const TARGETS = [
  { cell: "near", x: 20, y: 0 },
  { cell: "far", x: 60, y: 0 },
  { cell: "slanting", x: 10, y: 40 },
  { cell: "left", x: -30, y: 5 },
];

test("an arrow key goes to what lies nearest in its direction", () => {
  expect(nearestInDirection(ORIGIN, TARGETS, 1, 0)).toBe("near");
  expect(nearestInDirection(ORIGIN, TARGETS, -1, 0)).toBe("left");
  expect(nearestInDirection(ORIGIN, TARGETS, 0, 1)).toBe("slanting"); // not what is higher but far aside
});

test("an arrow key goes nowhere where there is nothing", () => {
  expect(nearestInDirection(ORIGIN, TARGETS, 0, -1)).toBeNull();
  expect(nearestInDirection(ORIGIN, [], 1, 0)).toBeNull();
});
