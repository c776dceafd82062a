import { expect, test } from "vitest";
import { prerendered } from "./prerendered";

test("what is the same for everybody is in a file", () => {
  expect(prerendered("GET", "/api/choices", "fr")).toBe("/answers/choices.json");
  expect(prerendered("GET", "/api/cities/london", "fr")).toBe("/answers/cities/london.json");
  expect(prerendered("GET", "/api/languages/fr", "fr")).toBe("/answers/languages/fr.json");
});

test("what is in words has a file for each language", () => {
  expect(prerendered("GET", "/api/cities/paris/rules", "it")).toBe("/answers/cities/paris/rules.it.json");
  expect(prerendered("GET", "/api/lessons", "de")).toBe("/answers/lessons.de.json");
});

test("nothing else is known beforehand", () => {
  expect(prerendered("GET", "/api/tables", "fr")).toBeNull();
  expect(prerendered("GET", "/api/tables/k7/rules", "fr")).toBeNull();
  expect(prerendered("POST", "/api/choices", "fr")).toBeNull();
  expect(prerendered("GET", "/api/cities/../secret", "fr")).toBeNull();
});
