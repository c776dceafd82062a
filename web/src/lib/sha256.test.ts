import { expect, test } from "vitest";
import { sha256 } from "./sha256";

test("the examples of the standard", () => {
  expect(sha256(new TextEncoder().encode("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256(new Uint8Array())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("it agrees with Web Crypto for every length of a few blocks", async () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 167 + length) & 255);
    const other = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(sha256(bytes)).toBe(Array.from(other, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
});
