import { expect, test } from "vitest";
import { nearestPoint, nearestSegment, project } from "./hit-test";

const A = { name: "a", x: 0, y: 0 };
const B = { name: "b", x: 100, y: 0 };

test("the nearest point within reach is hit", () => {
  expect(nearestPoint([A, B], { x: 70, y: 5 }, 40)?.name).toBe("b");
  expect(nearestPoint([A, B], { x: 50, y: 50 }, 40)).toBeNull();
});

test("a point is projected on a segment, never beyond its ends", () => {
  expect(project({ from: A, to: B }, { x: 25, y: 10 })).toEqual({ along: 0.25, away: 10 });
  expect(project({ from: A, to: B }, { x: 130, y: 40 })).toEqual({ along: 1, away: 50 });
  expect(project({ from: A, to: A }, { x: 3, y: 4 })).toEqual({ along: 0, away: 5 });
});

test("of the two directions of a segment the one that ends nearer is hit", () => {
  const there = { move: "a-b", from: A, to: B };
  const back = { move: "b-a", from: B, to: A };
  expect(nearestSegment([there, back], { x: 80, y: 3 }, 20)?.move).toBe("a-b");
  expect(nearestSegment([back, there], { x: 20, y: 3 }, 20)?.move).toBe("b-a");
  expect(nearestSegment([there], { x: 50, y: 30 }, 20)).toBeNull();
});
