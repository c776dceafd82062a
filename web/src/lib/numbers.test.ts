import { beforeEach, expect, test, vi } from "vitest";
import { speak } from "./language.svelte";
import { change, lossText, points, ticks } from "./numbers";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("fetch", async () => Response.json({ plural: "n != 1", messages: {} }));
});

test("points have one decimal, as the language writes it", async () => {
  await speak("en");
  expect(points(141)).toBe("141.0");
  await speak("de");
  expect(points(145.64)).toBe("145,6");
});

test("a change has its sign, and none if it is nothing", async () => {
  await speak("en");
  expect([3.21, -0.46, 0.04, -0.04].map(change)).toEqual(["+3.2", "−0.5", "0.0", "0.0"]);
  expect(lossText(3.2, 0.41)).toBe("−3.2 ± 0.4");
});

test("an axis has round numbers, and not too many", () => {
  expect(ticks(128.4, 153, 6)).toEqual([130, 135, 140, 145, 150]);
  expect(ticks(0, 3, 6)).toEqual([0, 1, 2, 3]);
  expect(ticks(-20, 180, 5)).toEqual([0, 50, 100, 150]);
});
