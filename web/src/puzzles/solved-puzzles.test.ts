import { expect, test } from "vitest";
import { merged, nextPuzzle, withAnswer } from "./solved-puzzles";

const nothing = { lost: {}, streak: 0, longest: 0 };

test("puzzles solved one after another make a streak", () => {
  const after = withAnswer(withAnswer(nothing, "a", 0), "b", 0);
  expect(after).toEqual({ lost: { a: 0, b: 0 }, streak: 2, longest: 2 });
});

test("an answer that loses points ends the streak", () => {
  const after = withAnswer(withAnswer(nothing, "a", 0), "b", 2.5);
  expect(after).toEqual({ lost: { a: 0, b: 2.5 }, streak: 0, longest: 1 });
});

test("only the first answer to a puzzle counts", () => {
  const first = withAnswer(nothing, "a", 4);
  expect(withAnswer(first, "a", 0)).toBe(first);
});

test("the next puzzle is one that was not answered, then one that was not solved", () => {
  const ids = ["a", "b", "c"];
  expect(nextPuzzle(ids, { ...nothing, lost: { a: 0 } })).toBe("b");
  expect(nextPuzzle(ids, { ...nothing, lost: { a: 0 } }, "b")).toBe("c");
  expect(nextPuzzle(ids, { ...nothing, lost: { a: 0, b: 0, c: 3 } })).toBe("c");
  expect(nextPuzzle([], nothing)).toBe(null);
});

test("what the player has answered elsewhere comes first, then what only this device knows", () => {
  const kept = { answers: [{ puzzle: "a", lost: 0 }, { puzzle: "b", lost: 2.5 }, { puzzle: "c", lost: 0 }], streak: 1, longest: 1 };
  const here = { lost: { b: 0, d: 0, e: 0 }, streak: 3, longest: 3 };
  expect(merged(kept, here)).toEqual({ lost: { a: 0, b: 2.5, c: 0, d: 0, e: 0 }, streak: 3, longest: 3 });
});
