import { expect, test } from "vitest";
import { bytesOf, isSameKey } from "./push-key";

const KEY = "BAECA_-_"; // 04 01 02 03 ff bf

test("a key is read from base64url", () => {
  expect([...bytesOf(KEY)]).toEqual([4, 1, 2, 3, 255, 191]);
});

test("a subscription belongs to the key that it was made with", () => {
  expect(isSameKey(bytesOf(KEY).buffer, KEY)).toBe(true);
  expect(isSameKey(bytesOf("BAECA_-A").buffer, KEY)).toBe(false);
  expect(isSameKey(bytesOf("BAEC").buffer, KEY)).toBe(false);
  expect(isSameKey(null, KEY)).toBe(false);
});
