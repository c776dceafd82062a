import { expect, test } from "vitest";
import { contestMark, parseContest } from "./contest";
import { dayAfter, formatDay, timeLeft } from "./days";

test("a table knows what it counts for", () => {
  expect(parseContest("daily-2026-11-18-london")).toEqual({ kind: "daily", day: "2026-11-18", city: "london" });
  expect(parseContest("practice-2026-11-18-paris")).toEqual({ kind: "practice", day: "2026-11-18", city: "paris" });
  expect(parseContest("challenge-Q0xOgI3iKrx0")).toEqual({ kind: "challenge", id: "Q0xOgI3iKrx0" });
  expect(parseContest("weekly-2026-W47")).toEqual({ kind: "weekly", week: "2026-W47", isPractice: false });
  expect(parseContest("practice-2026-W47")).toEqual({ kind: "weekly", week: "2026-W47", isPractice: true });
  for (const none of ["", "daily-yesterday-london", "challenge-"]) expect(parseContest(none)).toBeNull();
});

test("a mark at the table says which day it is, and whether it counts", () => {
  expect(contestMark({ kind: "daily", day: "2026-11-18", city: "london" })).toBe("Daily, 18 Nov");
  expect(contestMark({ kind: "practice", day: "2026-11-18", city: "london" })).toBe("Practice, 18 Nov");
  expect(contestMark({ kind: "weekly", week: "2026-W47", isPractice: false })).toBe("City of the week");
});

test("days follow each other over the ends of months and years", () => {
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
  expect(formatDay("2026-11-18", { weekday: "short" })).toBe("Wed 18 November");
});

test("the time that is left is told in hours and minutes", () => {
  expect(timeLeft(5 * 3_600_000 + 12 * 60_000)).toBe("5 h 12 min left");
  expect(timeLeft(59 * 60_000 + 1)).toBe("1 h 0 min left");
  expect(timeLeft(61_000)).toBe("2 min left");
  expect(timeLeft(-5)).toBe("0 min left");
});
