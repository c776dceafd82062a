import { expect, test } from "vitest";
import type { ChoiceView, TurnLine } from "../generated/review";
import { costliestDecision, finishedRounds, isBest, luckOf, turnPosition, worstMistakes } from "./turns";

const MAP = { pencils: [{ name: "pink", letter: "R" }, { name: "blue", letter: "B" }] } as Parameters<typeof finishedRounds>[0];
const MOVES = [[["a1-b1"], ["b1-c1", "c1-d1"], ["pass"]], [["a2-b2"], []]];
const ROUNDS = finishedRounds(MAP, ["blue", "pink"], MOVES, 4);

function turn(number: number, loss: number, error = 0.1): TurnLine {
  return { turn: number, loss, loss_error: error, before: 100 + number, after: 100 + number - loss } as TurnLine;
}

test("a round has as many turns as are finished", () => {
  expect(ROUNDS).toEqual([
    { pencil: "blue", letter: "B", from: 0, length: 3 },
    { pencil: "pink", letter: "R", from: 3, length: 1 },
  ]);
  expect(finishedRounds(MAP, ["blue", "pink"], MOVES, 3).length).toBe(1);
  expect(finishedRounds(MAP, ["blue", "pink"], MOVES, 0)).toEqual([]);
});

test("a turn has its place in a round", () => {
  expect([0, 2, 3].map((number) => turnPosition(ROUNDS, number))).toEqual([
    { round: 0, turn: 0 },
    { round: 0, turn: 2 },
    { round: 1, turn: 0 },
  ]);
  expect(turnPosition(ROUNDS, 9)).toEqual({ round: 0, turn: 0 });
  expect(turnPosition([], 0)).toEqual({ round: 0, turn: 0 });
});

test("luck is what the card changed since the turn before", () => {
  const turns = [turn(0, 2), turn(1, 0)];
  expect(luckOf(turns, turns[0]!)).toBe(null);
  expect(luckOf(turns, turns[1]!)).toBe(3);
});

test("a mistake costs at least half a point, and twice its error", () => {
  const turns = [turn(0, 0.4), turn(1, 1), undefined, turn(3, 5), turn(4, 2, 1.5), turn(5, 3), turn(6, 0.6)];
  expect(worstMistakes(turns).map((each) => each.turn)).toEqual([3, 5, 1]);
});

test("the best move costs nothing that is shown", () => {
  expect([0, 0.04, 0.05].map((loss) => isBest({ loss }))).toEqual([true, true, false]);
});

test("the costliest decision is the first of the worst", () => {
  const losses = (...all: number[]) => all.map((loss) => ({ loss }) as ChoiceView);
  expect(costliestDecision(losses(0, 2, 1, 2))).toBe(1);
  expect(costliestDecision(losses(0, 0))).toBe(0);
  expect(costliestDecision([])).toBe(0);
});
