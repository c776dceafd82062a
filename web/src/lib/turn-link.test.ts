import { expect, test } from "vitest";
import { formatTurnHash, parseTurnHash, turnLink } from "./turn-link";

test("a hash names a seat and a turn", () => {
  expect(parseTurnHash("#s1t12")).toEqual({ seat: 1, turn: 12 });
  expect(formatTurnHash({ seat: 1, turn: 12 })).toBe("#s1t12");
  for (const other of ["", "#", "#s1", "#s1t", "#invite=s1t2", "#s1t2x"]) expect(parseTurnHash(other)).toBeNull();
});

test("a link names the table if there is one", () => {
  expect(turnLink("review", "k7", { seat: 0, turn: 3 })).toBe("/review/k7#s0t3");
  expect(turnLink("analysis", "", { seat: 2, turn: 0 })).toBe("/analysis#s2t0");
  expect(turnLink("replay", "k7", { seat: 0, turn: 3 })).toBe("/r/k7#s0t3");
  expect(turnLink("replay", "", { seat: 0, turn: 3 })).toBe("/replay#s0t3");
});
