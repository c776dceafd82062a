import { expect, test } from "vitest";
import type { Preview } from "../lib/view";
import { previewChanges, previewTotal } from "./preview-text";

const MAP = { river: "Thames" };

function changes(before: [number, number][], after: [number, number][], items: Record<string, number> = {}): string[] {
  return previewChanges(MAP, { total: 0, parts: after, items } as unknown as Preview, before);
}

test("the change of the total has its sign", () => {
  expect([5, 0, -3].map((total) => previewTotal({ total } as Preview))).toEqual(["+5", "+0", "−3"]);
});

test("only the factors that grow are told", () => {
  expect(changes([[3, 2]], [[4, 2]])).toEqual(["districts 3 → 4"]);
  expect(changes([[3, 2]], [[3, 3]])).toEqual(["stations in one district 2 → 3"]);
  expect(changes([[3, 2]], [[3, 2]])).toEqual([]);
});

test("the first section of a line counts from nothing", () => {
  expect(changes([], [[2, 1]])).toEqual(["districts 0 → 2", "stations in one district 0 → 1"]);
});

test("a second line that begins does not change the first, wherever it stands", () => {
  expect(changes([[3, 2]], [[1, 2], [3, 2]])).toEqual(["districts 0 → 1", "stations in one district 0 → 2"]);
  expect(changes([[3, 2]], [[3, 2], [1, 2]])).toEqual(["districts 0 → 1", "stations in one district 0 → 2"]);
  expect(changes([[1, 2]], [[1, 2], [1, 2]])).toHaveLength(2);
});

test("two lines that become one are told as one", () => {
  expect(changes([[3, 2], [2, 2]], [[4, 3]])).toEqual(["one line: 4 × 3"]);
});

test("other points are told by what earns them", () => {
  expect(changes([[1, 2]], [[1, 2]], { river: 2, sites: 1 })).toEqual(["under the Thames +2", "sites +1"]);
});
