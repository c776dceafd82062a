import { expect, test } from "vitest";
import type { Choices } from "./api";
import { offered } from "./choices";
import type { Wishes } from "./memory";

const CHOICES = {
  cities: [
    { key: "toy", small: true },
    { key: "london", small: false },
    { key: "paris", small: false },
  ],
  bots: ["random", "casual", "expert"],
  usual_bot: "casual",
} as unknown as Choices;
const NONE = { city: "", bots: [], addons: {} } as unknown as Wishes;

test("who has not chosen yet gets the first large city and the usual bot", () => {
  expect(offered(NONE, CHOICES)).toMatchObject({ city: "london", bots: ["casual"] });
});

test("what was chosen stays", () => {
  const wishes = { ...NONE, city: "paris", bots: ["expert", "random"], addons: { paris: ["powers"] } };
  expect(offered(wishes, CHOICES)).toEqual(wishes);
});

test("what is no longer there is not wished for", () => {
  expect(offered({ ...NONE, city: "atlantis", bots: ["random", "wizard"] }, CHOICES)).toMatchObject({ city: "london", bots: ["random"] });
});
