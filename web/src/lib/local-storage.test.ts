import { afterEach, expect, test, vi } from "vitest";
import { preferredLanguage } from "./language.svelte";
import { readJson, readText, writeJson } from "./local-storage";

afterEach(() => vi.unstubAllGlobals());

function refuse(): never {
  throw new DOMException("denied", "SecurityError");
}

test("what was written is read again", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  writeJson("tables", [{ id: "k7" }]);
  expect(readJson("tables", [])).toEqual([{ id: "k7" }]);
  expect(readText("other")).toBeNull();
});

test("a text that is not JSON counts as nothing", () => {
  vi.stubGlobal("localStorage", { getItem: () => "{" });
  expect(readJson("tables", "fallback")).toBe("fallback");
});

test("a browser that refuses storage remembers things until the page is closed", () => {
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  vi.stubGlobal("navigator", { languages: ["fr-CH"] });
  expect(readJson("seen", "fallback")).toBe("fallback");
  writeJson("seen", [{ id: "k8" }]);
  expect(readJson("seen", [])).toEqual([{ id: "k8" }]);
  expect(preferredLanguage(["en", "fr"])).toBe("fr");
});
