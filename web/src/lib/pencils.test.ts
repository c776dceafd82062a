import { expect, test } from "vitest";
import { pencilClass, pencilLetter, pencilVariables } from "./pencils";

const MAP = {
  pencils: [
    { name: "red", letter: "R", colour: "#c0202c", light: "#c0202c", dark: "#ff7468", dash: "16 12" },
    { name: "black", letter: "L", colour: "#111318", light: "#111318", dark: "#7d8aa6", dash: "" },
  ],
};

test("a pencil has the class of its place, whatever it is called", () => {
  expect(pencilClass(MAP, "black")).toBe("pencil-1");
  expect(pencilClass(MAP, "mauve")).toBe("");
  expect(pencilLetter(MAP, "black")).toBe("L");
});

test("colours and patterns become variables; a plain line has nothing inside", () => {
  expect(pencilVariables(MAP)).toEqual([
    ["--light-0", "#c0202c"],
    ["--dark-0", "#ff7468"],
    ["--dash-0", "16 12"],
    ["--light-1", "#111318"],
    ["--dark-1", "#7d8aa6"],
    ["--inlay-1", "none"],
  ]);
});
