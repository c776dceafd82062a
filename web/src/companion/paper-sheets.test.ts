import { expect, test } from "vitest";
import type { CompanionView } from "../generated/companion";
import { dealtSheets, emptySheet, isSame, tidy } from "./paper-sheets.svelte";

test("a section is the same in both directions", () => {
  expect(isSame("d3-c4", "c4-d3")).toBe(true);
  expect(isSame("d3-c4", "d3-c5")).toBe(false);
});

test("a file has no empty parts, but always the lines", () => {
  expect(tidy({ ...emptySheet("london", "Ann", ["pink"]), boxed: ["d3"] })).toEqual({ city: "london", name: "Ann", lines: { pink: [] }, boxed: ["d3"] });
  expect(tidy({ ...emptySheet("london", "", []), solo: [] })).toEqual({ city: "london", lines: {}, solo: [] });
});

test("each sheet has what was dealt, the bonus of a round with the pencil of that round", () => {
  const view = {
    city: "berlin",
    names: ["Ann", "Ben"],
    addons: ["acceleration"],
    orders: [["pink", "blue"], ["green", "pink"]],
    objectives: [{ name: "all-districts", text: "..." }],
    powers: {},
    gates: {},
    acceleration: ["visible-cards", "double-tracks"],
  } as unknown as CompanionView;
  const [ann, ben] = dealtSheets(view);
  expect(ann?.acceleration).toEqual({ pink: "visible-cards", blue: "double-tracks" });
  expect(ben?.acceleration).toEqual({ green: "visible-cards", pink: "double-tracks" });
  expect(ann?.objectives).toEqual(["all-districts"]);
  expect(ann?.solo).toBeUndefined();
  expect(dealtSheets({ ...view, names: ["Ann"] })[0]?.solo).toEqual(["acceleration"]);
});
