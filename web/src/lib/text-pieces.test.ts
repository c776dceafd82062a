import { expect, test } from "vitest";
import { linkTerms, markWords, mentions, searchWords } from "./text-pieces";

const TERMS = [
  { text: "double switch", section: "cards" },
  { text: "interchange", section: "game-end" },
  { text: "switch", section: "cards" },
  { text: "extrémité", section: "drawing" },
  { text: "end", section: "drawing" },
];

function linked(text: string): string[] {
  return linkTerms(text, TERMS).map((piece) => (piece.section ? `[${piece.text}>${piece.section}]` : piece.text));
}

test("the longest term wins", () => {
  expect(linked("The double switch.")).toEqual(["The ", "[double switch>cards]", "."]);
});

test("a term is a whole word in any script", () => {
  expect(linked("The ending of extrémités and bending")).toEqual(["The ending of extrémités and bending"]);
  expect(linked("à l'extrémité.")).toEqual(["à l'", "[extrémité>drawing]", "."]);
});

test("a section is linked where it is first mentioned", () => {
  expect(linked("An end, another end")).toEqual(["An ", "[end>drawing]", ", another end"]);
});

test("capitals do not matter, and the text keeps its own", () => {
  expect(linked("Interchange")).toEqual(["[Interchange>game-end]"]);
});

test("without terms the text stays whole", () => {
  expect(linkTerms("a (b) c", [])).toEqual([{ text: "a (b) c", section: "" }]);
});

test("a search knows neither case nor accents", () => {
  expect(searchWords("  Extrémité  ÜBER ")).toEqual(["extremite", "uber"]);
  expect(mentions(["Une extrémité", "über"], ["extremite", "uber"])).toBe(true);
  expect(mentions(["Une extrémité"], ["extremite", "uber"])).toBe(false);
});

test("hits are marked in the text as it is written", () => {
  expect(markWords("Une Extrémité ici", ["extremite"])).toEqual([
    { text: "Une ", isHit: false },
    { text: "Extrémité", isHit: true },
    { text: " ici", isHit: false },
  ]);
  expect(markWords("(x) + y", ["(x)"])).toEqual([
    { text: "(x)", isHit: true },
    { text: " + y", isHit: false },
  ]);
});

test("a term may have any sign", () => {
  expect(linkTerms("Eine U-Bahn (c++).", [{ text: "u-bahn", section: "cards" }, { text: "c++", section: "x" }]).filter((piece) => piece.section)).toHaveLength(2);
});
