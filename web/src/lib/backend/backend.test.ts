import { beforeEach, expect, test, vi } from "vitest";
import { isAnsweredHere } from "./backend";
import { setPlayingHere } from "./playing-here.svelte";

let site: string | undefined;

beforeEach(() => {
  site = undefined;
  vi.stubGlobal("document", { querySelector: () => (site ? { content: site } : null) });
  setPlayingHere(false);
});

test("a server answers, but for tables that were opened here", () => {
  expect(isAnsweredHere("/api/choices")).toBe(false);
  expect(isAnsweredHere("/api/tables")).toBe(false);
  expect(isAnsweredHere("/api/tables/k7/socket?lang=en")).toBe(false);
  expect(isAnsweredHere("/api/tables/here-k7")).toBe(true);
});

test("who plays here goes on with tables of the server there", () => {
  setPlayingHere(true);
  expect(isAnsweredHere("/api/tables")).toBe(true);
  expect(isAnsweredHere("/api/review")).toBe(true);
  expect(isAnsweredHere("/api/tables/k7")).toBe(false);
});

test("a static site answers everything itself", () => {
  site = "static";
  for (const path of ["/api/choices", "/api/tables/k7", "/api/tables/here-k7/record"]) expect(isAnsweredHere(path)).toBe(true);
});
