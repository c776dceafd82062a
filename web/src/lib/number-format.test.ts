import { beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "./language.svelte";
import { formatChange, formatLoss, formatPoints } from "./number-format";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "" }, querySelector: () => null });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("fetch", async () => Response.json({ plural: "n != 1", messages: {} }));
});

test("points have one decimal, as the language writes it", async () => {
  await setLanguage("en");
  expect(formatPoints(141)).toBe("141.0");
  await setLanguage("de");
  expect(formatPoints(145.64)).toBe("145,6");
});

test("a change has its sign, and none if it is nothing", async () => {
  await setLanguage("en");
  expect([3.21, -0.46, 0.04, -0.04].map(formatChange)).toEqual(["+3.2", "−0.5", "0.0", "0.0"]);
  expect(formatLoss(3.2, 0.41)).toBe("−3.2 ± 0.4");
});
