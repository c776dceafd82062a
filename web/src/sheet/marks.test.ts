import { expect, test } from "vitest";
import { marksOf } from "./marks";

const opinion = (move: string, expected: number) => ({ move, text: move, expected, error: 0.1 });
const best = [opinion("a1-b2", 90), opinion("pass", 88), opinion("a1-c3", 80)];
const shown = (marks: ReturnType<typeof marksOf>) => marks.map(({ number, text, own }) => [number, text, own]);

test("the best moves are numbered, and the own one is marked among them", () => {
  expect(shown(marksOf(best, opinion("a1-c3", 80), String, "you"))).toEqual([
    ["1", "90", false],
    ["2", "88", false],
    ["3", "you 80", true],
  ]);
});

test("an own move that is not among the best comes after them without a number", () => {
  expect(shown(marksOf(best, opinion("d4-d5", 70), String, "you")).at(-1)).toEqual(["", "you 70", true]);
  expect(shown(marksOf(best, null, String, ""))).toHaveLength(3);
});
