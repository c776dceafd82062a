import { expect, test } from "vitest";
import { Addresses } from "./addresses";

const PATHS = ["/", "/learn", "/t/here-k7", "/rules/paris"];

function parsed(addresses: Addresses, link: string): string {
  return addresses.parse(new URL(link, "https://games.example.org"));
}

test("a server has every page at its own path", () => {
  const addresses = new Addresses("/", false);
  for (const path of PATHS) expect(addresses.format(path)).toBe(path);
  for (const path of PATHS) expect(parsed(addresses, path)).toBe(path);
  expect(parsed(addresses, "/t/k7?from=mail#invite=x")).toBe("/t/k7");
});

test("plain files have all pages at the base", () => {
  const addresses = new Addresses("/games/", true);
  expect(addresses.format("/")).toBe("/games/");
  expect(addresses.format("/t/here-k7")).toBe("/games/?/t/here-k7");
  expect(addresses.format("/review/k7#s0t3")).toBe("/games/?/review/k7#s0t3");
  expect(addresses.format("/#top")).toBe("/games/#top");
  for (const path of PATHS) expect(parsed(addresses, addresses.format(path))).toBe(path);
});

test("plain files know the addresses that a server would have", () => {
  const addresses = new Addresses("/games/", true);
  expect(parsed(addresses, "/games/index.html")).toBe("/");
  expect(parsed(addresses, "/games/learn/")).toBe("/learn");
  expect(parsed(addresses, "/games/learn/index.html")).toBe("/learn");
  expect(parsed(addresses, "/games/t/here-k7")).toBe("/t/here-k7");
  expect(parsed(addresses, "/games/?from=mail")).toBe("/");
  expect(parsed(addresses, "/elsewhere")).toBe("/");
});
