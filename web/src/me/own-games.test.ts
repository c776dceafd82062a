import { expect, test } from "vitest";
import { keyInHash } from "./own-games";

const KEY = "00d1a5e06ac0ffee00d1a5e06ac0ffee";

test("a link for another device has the key in its fragment", () => {
  expect(keyInHash(`#key=${KEY}`)).toBe(KEY);
});

test("anything else is no key", () => {
  for (const hash of ["", "#key=", `#key=${KEY}0`, `#key=${KEY.toUpperCase()}`, `#seat=${KEY}`, `#key=${KEY}&x=1`]) expect(keyInHash(hash)).toBe("");
});
