import { describe, expect, it } from "vitest";
import { cityFragment, cityInFragment } from "./city-link";
import { fileName } from "./city-files";
import * as drafts from "./draft";
import { History } from "./history";
import { fieldOf, OTHER } from "./places";
import { applied, typed, type Tool } from "./tools";

const EMPTY: drafts.CityDraft = { pencils: ["red", "blue"], stations: ["....", "....", "...."], districts: ["AAAA", "AAAA", "AAAA"] };
const TOOL: Tool = { mode: "stations", mark: "S", letter: "B", pencil: "red", side: 0 };
const place = (draft: drafts.CityDraft, ...cells: [string, string][]) => cells.reduce((made, [cell, mark]) => drafts.withMark(made, cell, mark), draft);

describe("a draft", () => {
  it("gets stations, and loses what stood on those that are erased", () => {
    let draft = place(EMPTY, ["a1", "S"], ["d3", "T"]);
    expect(draft.stations).toEqual(["S...", "....", "...T"]);
    draft = drafts.withGate(drafts.withSite(drafts.withDeparture(draft, "red", 0, "a1"), "a1"), "d3");
    expect(draft.departures).toEqual({ red: ["a1"] });
    draft = drafts.withMark(draft, "a1", ".");
    expect(draft.departures).toEqual({});
    expect(draft.sites?.cells).toEqual([]);
    expect(draft.gates?.cells).toEqual(["d3"]);
  });

  it("gives a departure to one pencil at a time, in the order of the sides", () => {
    let draft = drafts.withDeparture(place(EMPTY, ["a1", "S"], ["b1", "S"], ["c1", "S"]), "red", 0, "a1");
    draft = drafts.withDeparture(draft, "red", 1, "b1");
    expect(draft.departures).toEqual({ red: ["a1", "b1"] });
    draft = drafts.withDeparture(draft, "blue", 0, "b1");
    expect(draft.departures).toEqual({ red: ["a1"], blue: ["b1"] });
    draft = drafts.withDeparture(draft, "red", 0, "c1");
    expect(draft.departures).toEqual({ red: ["c1"], blue: ["b1"] });
    expect(drafts.withDeparture(draft, "red", 0, "c1").departures).toEqual({ red: [], blue: ["b1"] });
  });

  it("paints districts, also where the picture was smaller than the map", () => {
    const draft = drafts.withDistrict({ ...EMPTY, districts: ["AA"] }, ["b2", "c3"], "B");
    expect(draft.districts).toEqual(["AA..", ".B..", "..B."]);
  });

  it("grows with the districts at its edge and shrinks with everything outside", () => {
    const draft = drafts.withSite(place(EMPTY, ["d3", "T"]), "d3");
    expect(drafts.resized(draft, { columns: 5, rows: 3 }).districts?.[0]).toBe("AAAAA");
    const small = drafts.resized(draft, { columns: 3, rows: 3 });
    expect(small.stations).toEqual(["...", "...", "..."]);
    expect(small.sites?.cells).toEqual([]);
  });

  it("has a river and removed lines in either direction, never both", () => {
    let draft = drafts.withRiver(EMPTY, "a1-b1");
    expect(draft.river?.sections).toEqual(["a1-b1"]);
    expect(draft.points?.river).toBe(2);
    draft = drafts.withRemoved(draft, "b1-a1");
    expect(draft.removed).toEqual(["b1-a1"]);
    expect(draft.river).toEqual({});
    expect(drafts.withRemoved(draft, "a1-b1").removed).toBeNull();
  });

  it("turns a crossing that is tapped again", () => {
    const tool = { ...TOOL, mark: "+" };
    let draft = applied(EMPTY, tool, "b2");
    expect(draft.crossings).toEqual({ b2: "-|" });
    draft = applied(draft, tool, "b2");
    expect(draft.crossings).toEqual({ b2: "/\\" });
    expect(drafts.withMark(draft, "b2", "S").crossings).toEqual({});
  });

  it("takes what keys type, and nothing else", () => {
    expect(typed(EMPTY, "stations", "a1", "t")?.stations?.[0]).toBe("T...");
    expect(typed(EMPTY, "stations", "a1", "x")).toBeNull();
    expect(typed(EMPTY, "districts", "a1", "x")?.districts?.[0]).toBe("xAAA");
    expect(typed(EMPTY, "gates", "a1", "s")).toBeNull();
  });

  it("takes a pasted picture, with or without letters and numbers", () => {
    const rows = ["S T . C", ". P . .", ". . . ?"];
    const framed = ["  a b c d", ...rows.map((row, place) => `${place + 1} ${row}`)].join("\n");
    for (const text of [rows.join("\n"), framed, "ST.C\r\n.P..\r\n...?"])
      expect(drafts.withPasted(EMPTY, "stations", "c2", text).stations).toEqual(["ST.C", ".P..", "...?"]);
    expect(drafts.withPasted(EMPTY, "stations", "b3", "S T\nT S").stations).toEqual(["....", "....", ".ST.", ".TS."]);
  });

  it("keeps departures when a pencil gets another name", () => {
    const draft = drafts.withPencil(drafts.withDeparture(place(EMPTY, ["a1", "S"]), "red", 0, "a1"), 0, "scarlet");
    expect(draft.pencils).toEqual(["scarlet", "blue", "", ""]);
    expect(draft.departures).toEqual({ scarlet: ["a1"] });
  });

  it("forgets a value of the wrong kind when the field is filled in", () => {
    const draft = { ...EMPTY, misfits: { "points.river": '"2"', year: "1863" } };
    expect(drafts.withFact(draft, ["points", "river"], 3)).toMatchObject({ points: { river: 3 }, misfits: { year: "1863" } });
    expect(drafts.withFact({ misfits: { points: "4" } }, ["points", "river"], 3)).toEqual({ points: { river: 3 }, misfits: {} });
  });

  it("drops what a mistake names", () => {
    const draft: drafts.CityDraft = { ...EMPTY, river: { name: "R", sections: ["a1-b1", "c1-d1"] }, misfits: { year: "1863" } };
    const wrong = { message: "", line: 1, cell: "b1", cells: ["b1", "a1"], key: "river.sections" };
    expect(drafts.withoutMistaken(draft, wrong)?.river?.sections).toEqual(["c1-d1"]);
    expect(drafts.withoutMistaken(draft, { ...wrong, key: "year", cell: null, cells: [] })?.misfits).toEqual({});
    expect(drafts.withoutMistaken(draft, { ...wrong, key: "points.river", cell: null, cells: [] })).toBeNull();
    expect(drafts.withoutMistaken({ addons: { tunnels: 5 } }, { ...wrong, key: "addons.tunnels", cells: [] })?.addons).toEqual({});
    expect(drafts.withoutMistaken({ departures: { orange: ["a1"] } }, { ...wrong, key: "departures.orange", cells: [] })?.departures).toEqual({});
  });
});

describe("undo", () => {
  it("goes back and forth, with a painting as one step", () => {
    const history = new History("a");
    history.add("b", "paint 1");
    history.add("c", "paint 1");
    history.add("d");
    history.undo();
    expect(history.current).toBe("c");
    history.undo();
    expect(history.current).toBe("a");
    expect(history.canUndo).toBe(false);
    history.redo();
    history.redo();
    expect(history.current).toBe("d");
    history.undo();
    history.add("e");
    expect(history.canRedo).toBe(false);
  });
});

describe("a link", () => {
  it("carries a whole city", async () => {
    const file = 'name = "Žižkov ★"\n'.repeat(200);
    const fragment = await cityFragment(file);
    expect(fragment).toMatch(/^city=[\w-]+$/);
    expect(fragment.length).toBeLessThan(200);
    expect(await cityInFragment(`#${fragment}`)).toBe(file);
  });

  it("is refused if it is damaged or about something else", async () => {
    const fragment = await cityFragment('name = "x"\n'.repeat(20));
    for (const wrong of ["", "#seat=1", "#city=", "#city=%%%", `#${fragment.slice(0, -8)}`]) expect(await cityInFragment(wrong)).toBeNull();
  });
});

describe("the place of a mistake", () => {
  it("is the field of its key, or of the nearest key above", () => {
    expect(fieldOf({ key: "points.river" })).toBe("points.river");
    expect(fieldOf({ key: "cards.closing.U" })).toBe("cards.closing");
    expect(fieldOf({ key: "objectives.cards.all-sites.kind" })).toBe("objectives.cards");
    expect(fieldOf({ key: "year" }, { year: "1863" })).toBe(OTHER);
    expect(fieldOf({ key: "points.thames" }, { "points.thames": "2" })).toBe(OTHER);
  });
});

it("names the file of a city in plain letters", () => {
  expect(fileName("Neu-Köln am Meer!")).toBe("neu-koln-am-meer.toml");
  expect(fileName("東京")).toBe("city.toml");
});
