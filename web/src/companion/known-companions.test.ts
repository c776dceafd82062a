import { beforeEach, expect, test } from "vitest";
import { removeText } from "../lib/local-storage";
import { forgetCompanion, knownCompanions, rememberCompanion } from "./known-companions";

const game = (id: string) => ({ id, city: "paris", names: ["Ann"], at: 1, isOver: false });

beforeEach(() => removeText("companions"));

test("the latest game comes first, each of them once, and only a few", () => {
  for (const id of ["a", "b", "c", "a", "d", "e", "f", "g"]) rememberCompanion(game(id));
  expect(knownCompanions().map(({ id }) => id)).toEqual(["g", "f", "e", "d", "a", "c"]);
  forgetCompanion("e");
  expect(knownCompanions().map(({ id }) => id)).toEqual(["g", "f", "d", "a", "c"]);
});
