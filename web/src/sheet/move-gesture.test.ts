import { expect, test } from "vitest";
import { MoveGesture } from "./move-gesture.svelte";

// Cells 100 units apart: a1 at (0, 0), c1 at (200, 0), c3 at (200, 200).
const at = (cell: string): [number, number] => [100 * (cell.charCodeAt(0) - 97), 100 * (Number(cell.slice(1)) - 1)];
const STATIONS = ["a1", "c1", "e1", "c3", "e3"].map((cell) => ({ cell, x: at(cell)[0], y: at(cell)[1] }));

function gesture(...moves: string[]): MoveGesture {
  return new MoveGesture(
    () => moves,
    at,
    () => STATIONS,
    () => 1,
  );
}

const P = (x: number, y: number) => ({ x, y });

test("a tap on a target draws to it", () => {
  expect(gesture("a1-c1", "pass").tap(P(190, 20))).toEqual({ type: "play", move: "a1-c1" });
});

test("a tap on a target of several moves asks for the start", () => {
  expect(gesture("a1-c1", "e1-c1").tap(P(200, 0))).toEqual({ type: "choose-start", target: "c1" });
});

test("a tap on a start asks where to", () => {
  expect(gesture("a1-c1").tap(P(3, 3))).toEqual({ type: "choose-target", start: "a1" });
});

test("a tap on any other station asks why not", () => {
  expect(gesture("a1-c1").tap(P(401, 199))).toEqual({ type: "ask-why", cell: "e3" });
  expect(gesture("a1-c1").tap(P(300, 100))).toEqual({ type: "nothing" });
});

test("a click on a dotted line draws it, towards the nearer end", () => {
  expect(gesture("a1-c1").tap(P(100, 8))).toEqual({ type: "play", move: "a1-c1" });
  expect(gesture("a1-c1", "c1-a1").tap(P(60, 8))).toEqual({ type: "play", move: "c1-a1" });
});

test("a station is circled by a tap", () => {
  expect(gesture("c3*").tap(P(200, 195))).toEqual({ type: "play", move: "c3*" });
});

test("a drag takes hold of a start, follows the pointer and snaps to a target", () => {
  const drawing = gesture("a1-c1", "a1-c3");
  expect(drawing.press(P(5, 0))).toBe(true);
  drawing.drag(P(8, 0)); // not yet a drag
  expect(drawing.isDragging).toBe(false);
  drawing.drag(P(60, 60));
  expect(drawing.tip).toEqual(P(60, 60));
  expect(drawing.aimed).toEqual([]);
  drawing.drag(P(170, 175));
  expect(drawing.tip).toMatchObject(P(200, 200));
  expect(drawing.aimed).toEqual(["a1-c3"]);
  expect(drawing.drop(P(170, 175))).toEqual({ type: "play", move: "a1-c3" });
  expect(drawing.isDragging).toBe(false);
});

test("a drag along a dotted line snaps before its end is reached", () => {
  const drawing = gesture("a1-e1");
  drawing.press(P(0, 0));
  drawing.drag(P(150, 20));
  expect(drawing.aimed).toEqual([]);
  drawing.drag(P(260, 20));
  expect(drawing.aimed).toEqual(["a1-e1"]);
});

test("a drag that ends at another station asks why, one that ends nowhere does nothing", () => {
  const drawing = gesture("a1-c1");
  drawing.press(P(0, 0));
  drawing.drag(P(390, 190));
  expect(drawing.drop(P(390, 190))).toEqual({ type: "ask-why", cell: "e3" });
  drawing.press(P(0, 0));
  drawing.drag(P(100, 90));
  expect(drawing.drop(P(100, 90))).toEqual({ type: "nothing" });
});

test("what is not a start is not taken hold of", () => {
  expect(gesture("a1-c1").press(P(200, 0))).toBe(false);
});

test("hovering aims at all moves of a target, and at nothing elsewhere", () => {
  const drawing = gesture("a1-c1", "e1-c1");
  drawing.hover(P(200, 10));
  expect(drawing.aimed).toEqual(["a1-c1", "e1-c1"]);
  drawing.hover(P(100, 100));
  expect(drawing.aimed).toEqual([]);
});
