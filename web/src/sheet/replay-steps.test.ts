import { expect, test } from "vitest";
import { movesUpTo } from "./moves";
import { replaySteps } from "./replay-steps";

// Round 1: one move, a turn without any, two moves; round 2: a pass.
const ROUNDS = [[["h4-g3"], [], ["g3-f3", "f3*"]], [["pass"]]];

test("every move is a step, and so is a turn without any", () => {
  expect(replaySteps(ROUNDS)).toEqual([
    { round: 0, turn: 0, number: 0, made: 1, move: "h4-g3", isEnd: true },
    { round: 0, turn: 1, number: 1, made: 1, move: "", isEnd: true },
    { round: 0, turn: 2, number: 2, made: 1, move: "g3-f3", isEnd: false },
    { round: 0, turn: 2, number: 2, made: 2, move: "f3*", isEnd: true },
    { round: 1, turn: 0, number: 3, made: 1, move: "pass", isEnd: true },
  ]);
  expect(replaySteps([])).toEqual([]);
});

test("a step shows what was drawn until then", () => {
  expect(replaySteps(ROUNDS).map((step) => movesUpTo(ROUNDS, step, step.made))).toEqual([
    [[["h4-g3"]]],
    [[["h4-g3"], []]],
    [[["h4-g3"], [], ["g3-f3"]]],
    [[["h4-g3"], [], ["g3-f3", "f3*"]]],
    ROUNDS,
  ]);
});
