import { expect, test } from "vitest";
import { placeLabel, type Box } from "./label-placement";

const MAP = { width: 700, height: 700 };
const SIZE = [120, 42] as const;
const place = (from: number[], to: number[], taken: Box[] = [], stations: { x: number; y: number }[] = []) =>
  placeLabel({ x: from[0] ?? 0, y: from[1] ?? 0 }, { x: to[0] ?? 0, y: to[1] ?? 0 }, ...SIZE, MAP, stations, taken);

test("a label is placed beyond the end of its line", () => {
  expect(place([200, 300], [300, 300]).x).toBeGreaterThan(330);
  expect(place([400, 300], [300, 300]).x).toBeLessThan(300 - 120 - 30);
  expect(place([300, 200], [300, 300]).y).toBeGreaterThan(330);
});

test("at the edge of the map it stays inside", () => {
  const { x, width } = place([500, 300], [680, 300]);
  expect(x + width).toBeLessThanOrEqual(700);
});

test("a label avoids other labels and stations", () => {
  const first = place([200, 300], [300, 300]);
  const second = place([200, 300], [300, 300], [first]);
  expect([second.x, second.y]).not.toEqual([first.x, first.y]);
  expect(place([200, 300], [300, 300], [], [{ x: 400, y: 300 }]).y).not.toBe(first.y);
});
