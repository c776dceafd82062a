import { expect, test } from "vitest";
import { stepsOf, upTo } from "./steps";

// Round 1: one move, a turn without any, two moves; round 2: a pass.
const ROUNDS = [[["h4-g3"], [], ["g3-f3", "f3*"]], [["pass"]]];

test("every move is a step, and so is a turn without any", () => {
  expect(stepsOf(ROUNDS)).toEqual([
    { round: 0, turn: 0, number: 0, made: 1, move: "h4-g3", isEnd: true },
    { round: 0, turn: 1, number: 1, made: 1, move: "", isEnd: true },
    { round: 0, turn: 2, number: 2, made: 1, move: "g3-f3", isEnd: false },
    { round: 0, turn: 2, number: 2, made: 2, move: "f3*", isEnd: true },
    { round: 1, turn: 0, number: 3, made: 1, move: "pass", isEnd: true },
  ]);
  expect(stepsOf([])).toEqual([]);
});

test("after a step there is what was drawn until then", () => {
  const after = stepsOf(ROUNDS).map((step) => upTo(ROUNDS, step));
  expect(after).toEqual([
    [[["h4-g3"]]],
    [[["h4-g3"], []]],
    [[["h4-g3"], [], ["g3-f3"]]],
    [[["h4-g3"], [], ["g3-f3", "f3*"]]],
    ROUNDS,
  ]);
});

test("looking at a step changes nothing", () => {
  const before = JSON.stringify(ROUNDS);
  const last = stepsOf(ROUNDS).at(-1);
  if (last) upTo(ROUNDS, last)[0]?.[0]?.push("x");
  expect(JSON.stringify(ROUNDS)).toBe(before);
});
