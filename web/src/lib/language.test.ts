import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { n, setLanguage, t, preferredLanguage } from "./language.svelte";

const FRENCH = {
  plural: "(n > 1)",
  messages: { "Hello {name}": ["Bonjour {name}"], "{count} card": ["{count} carte", "{count} cartes"] },
};
const GERMAN = { plural: "(n != 1)", messages: { "{count} card": ["{count} Karte", "{count} Karten"] } };
const storage = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "" }, querySelector: () => null });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal("fetch", async (path: string) => Response.json(path.endsWith("/fr") ? FRENCH : GERMAN));
});

afterEach(() => {
  storage.clear();
  vi.unstubAllGlobals();
});

test("fields are filled, unknown ones left", async () => {
  await setLanguage("en");
  expect(t("{a} and {b}", { a: 1, b: "two" })).toBe("1 and two");
  expect(t("{a!r} and {c}", { a: "x" })).toBe("x and {c}");
  expect(t("{a}{a}", { a: "{a}" })).toBe("{a}{a}");
});

test("what is not translated is said in English", async () => {
  await setLanguage("fr");
  expect(t("Hello {name}", { name: "Ann" })).toBe("Bonjour Ann");
  expect(t("Goodbye")).toBe("Goodbye");
  expect(document.documentElement.lang).toBe("fr");
});

test.each([
  ["en", ["0 cards", "1 card", "2 cards"]],
  ["fr", ["0 carte", "1 carte", "2 cartes"]],
  ["de", ["0 Karten", "1 Karte", "2 Karten"]],
])("%s counts in its own way", async (tag, expected) => {
  await setLanguage(tag);
  expect([0, 1, 2].map((count) => n("{count} card", "{count} cards", count))).toEqual(expected);
});

test("the chosen language comes first, then those of the browser, then English", async () => {
  vi.stubGlobal("navigator", { languages: ["pt-BR", "de-AT", "fr"] });
  expect(preferredLanguage(["en", "fr", "de"])).toBe("de");
  expect(preferredLanguage(["en", "it"])).toBe("en");
  await setLanguage("fr");
  expect(preferredLanguage(["en", "fr", "de"])).toBe("fr");
});
