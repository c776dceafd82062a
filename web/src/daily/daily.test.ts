import { expect, test } from "vitest";
import { ranks } from "./ranks";
import { shareText } from "./share-text";

test("equal totals share a rank, and the next one is skipped", () => {
  expect(ranks([90, 80, 80, 70])).toEqual([1, 2, 2, 4]);
});

const DAY = { day: "2026-11-18", results: 12 };
const YOU = { total: 131, rank: 3, percentile: 80, table: "xOgI3iKrx0Ag" };

test("a shared result tells day, city, total and standing, and nothing about the game", () => {
  const text = shareText({ ...DAY, you: YOU }, "London", 4, "https://games.example.org/daily/2026-11-18/london");
  expect(text).toBe(
    "Fulgence · London · 18 November\n131 points · rank 3 of 12 · better than 80 % · 4 days in a row\nhttps://games.example.org/daily/2026-11-18/london",
  );
  expect(text).not.toContain(YOU.table);
});

test("the only result of a day is better than nobody's, and one day is no streak", () => {
  const text = shareText({ ...DAY, results: 1, you: { ...YOU, rank: 1, percentile: 100 } }, "London", 1, "https://a.example");
  expect(text).toBe("Fulgence · London · 18 November\n131 points · rank 1 of 1\nhttps://a.example");
});

test("nobody is told to be better than 0 %", () => {
  expect(shareText({ ...DAY, you: { ...YOU, percentile: 0 } }, "London", 1, "https://a.example")).toContain("131 points · rank 3 of 12\n");
});

test("who has not played can still send the day", () => {
  expect(shareText({ ...DAY, you: null }, "London", 0, "https://a.example")).toBe("Fulgence · London · 18 November\nhttps://a.example");
});
