import { expect, test } from "vitest";
import { suggestionsFor } from "./suggestions";

const opinion = (move: string, expected: number) => ({ move, text: move, expected, error: 0.1 });
const best = [opinion("a1-b2", 90), opinion("pass", 88), opinion("a1-c3", 80)];
const shown = (all: ReturnType<typeof suggestionsFor>) => all.map(({ rank, text, isOwn }) => [rank, text, isOwn]);

test("the best moves are ranked, and the one that was played is marked among them", () => {
  expect(shown(suggestionsFor(best, opinion("a1-c3", 80), String, "you"))).toEqual([
    ["1", "90", false],
    ["2", "88", false],
    ["3", "you 80", true],
  ]);
});

test("a move that was played and is not among the best comes after them without a rank", () => {
  expect(shown(suggestionsFor(best, opinion("d4-d5", 70), String, "you")).at(-1)).toEqual(["", "you 70", true]);
  expect(shown(suggestionsFor(best, null, String, ""))).toHaveLength(3);
});
