import { expect, test } from "vitest";
import type { Choices } from "./api";
import { availableOptions, deviceBots, deviceNames, type TableOptions } from "./table-options";

const CHOICES = {
  cities: [
    { key: "toy", small: true },
    { key: "london", small: false },
    { key: "paris", small: false },
  ],
  bots: ["random", "casual", "expert"],
  usual_bot: "casual",
} as unknown as Choices;
const NONE = { city: "", bots: [], addons: {} } as unknown as TableOptions;

test("before anything is chosen it is the first large city and the usual bot", () => {
  expect(availableOptions(NONE, CHOICES)).toMatchObject({ city: "london", bots: ["casual"] });
});

test("what was chosen stays", () => {
  const options = { ...NONE, city: "paris", bots: ["expert", "random"], addons: { paris: ["powers"] } };
  expect(availableOptions(options, CHOICES)).toEqual(options);
});

test("a city or bot that is no longer offered is replaced", () => {
  expect(availableOptions({ ...NONE, city: "atlantis", bots: ["random", "wizard"] }, CHOICES)).toMatchObject({ city: "london", bots: ["random"] });
});

test("people at one device who give no name are numbered", () => {
  expect(deviceNames({ ...NONE, name: " Ann ", others: ["", "Cleo", "Dan"], people: 3 })).toEqual(["Ann", "Player 2", "Cleo"]);
});

test("people and bots at one device are no more than there are seats", () => {
  expect([2, 3, 4].map((people) => deviceBots({ ...NONE, people, deviceBots: 2 }))).toEqual([2, 1, 0]);
});
