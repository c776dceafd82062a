import { expect, test } from "vitest";
import { botResult } from "./device-par";
import { ranks } from "./ranks";
import { shareText } from "./share-text";

test("equal totals share a rank, and the next one is skipped", () => {
  expect(ranks([90, 80, 80, 70])).toEqual([1, 2, 2, 4]);
});

const DAY = { results: 12, streak: 1, checked: true };
const YOU = { total: 131, rank: 3, percentile: 80, table: "xOgI3iKrx0Ag" };

test("a shared result tells city and day, total and standing, and nothing about the game", () => {
  const text = shareText({ ...DAY, you: YOU, streak: 4 }, "London · 18 November", "https://games.example.org/daily/2026-11-18/london");
  expect(text).toBe(
    "Fulgence · London · 18 November\n131 points · rank 3 of 12 · better than 80 % · 4 days in a row\nhttps://games.example.org/daily/2026-11-18/london",
  );
  expect(text).not.toContain(YOU.table);
});

test("the only result of a day is better than nobody's, and one day is no streak", () => {
  const text = shareText({ ...DAY, results: 1, you: { ...YOU, rank: 1, percentile: 100 } }, "London · 18 November", "https://a.example");
  expect(text).toBe("Fulgence · London · 18 November\n131 points · rank 1 of 1\nhttps://a.example");
});

test("nobody is told to be better than 0 %", () => {
  expect(shareText({ ...DAY, you: { ...YOU, percentile: 0 } }, "London · 18 November", "https://a.example")).toContain("131 points · rank 3 of 12\n");
});

test("who has not played can still send the day", () => {
  expect(shareText({ ...DAY, you: null }, "London · 18 November", "https://a.example")).toBe("Fulgence · London · 18 November\nhttps://a.example");
});

test("a result that nobody has checked has no rank", () => {
  const text = shareText({ ...DAY, results: 1, checked: false, streak: 3, you: { ...YOU, rank: 1, percentile: 0 } }, "London · 18 November", "https://a.example");
  expect(text).toBe("Fulgence · London · 18 November\n131 points · 3 days in a row\nhttps://a.example");
});

test("the game of a bot is a record of its own", () => {
  const own = { fulgence: 1, city: "toy", addons: [], deal: { rounds: [] }, contest: "daily-2026-11-18-toy", seats: [{ name: "Ann", pencils: ["red"], moves: [["a1-b1"]] }] };
  const { bot, total, record } = botResult(JSON.stringify(own), { player: "greedy", total: 9, rounds: [[["a1-a2"], []], [["a2-a3"]]] });
  expect([bot, total]).toEqual(["greedy", 9]);
  expect(JSON.parse(record)).toEqual({ fulgence: 1, city: "toy", addons: [], deal: { rounds: [] }, seats: [{ name: "greedy", pencils: ["red"], moves: [["a1-a2"], [], ["a2-a3"]] }] });
});
