import { expect, test } from "vitest";
import { placeNote } from "./note-placement";

const NOTE = { width: 300, height: 150 };

test("a note stands beside what it points at, where there is room", () => {
  expect(placeNote({ left: 900, top: 300, width: 360, height: 200 }, NOTE, { width: 1280, height: 800 })).toEqual({ left: 584, top: 325 });
  expect(placeNote({ left: 20, top: 300, width: 360, height: 200 }, NOTE, { width: 1280, height: 800 })).toEqual({ left: 396, top: 325 });
});

test("on a phone it stands below, or above", () => {
  expect(placeNote({ left: 8, top: 48, width: 344, height: 344 }, NOTE, { width: 360, height: 740 })).toEqual({ left: 30, top: 408 });
  expect(placeNote({ left: 8, top: 600, width: 344, height: 60 }, NOTE, { width: 360, height: 740 })).toEqual({ left: 30, top: 434 });
});

test("it never leaves the screen", () => {
  expect(placeNote({ left: 0, top: 0, width: 320, height: 480 }, NOTE, { width: 320, height: 480 })).toEqual({ left: 12, top: 314 });
  expect(placeNote({ left: 900, top: 760, width: 300, height: 30 }, NOTE, { width: 1280, height: 800 }).top).toBe(638);
});

test("it leaves the card free, unless it would then cover what it points at", () => {
  const screen = { width: 360, height: 740 };
  const score = { left: 240, top: 685, width: 110, height: 48 };
  const card = { left: 8, top: 500, width: 344, height: 90 };
  expect(placeNote(score, NOTE, screen).top).toBe(519);
  expect(placeNote(score, NOTE, screen, card)).toEqual({ left: 48, top: 334 });
  const map = { left: 8, top: 48, width: 344, height: 344 };
  expect(placeNote(map, NOTE, screen, card)).toEqual(placeNote(map, NOTE, screen));
});

test("it stands where no station can be tapped, or as few as possible", () => {
  const screen = { width: 320, height: 640 };
  const score = { left: 210, top: 585, width: 100, height: 48 };
  const card = { left: 8, top: 430, width: 304, height: 80 };
  const station = (top: number) => ({ left: 150, top, width: 26, height: 26 });
  expect(placeNote(score, NOTE, screen, card).top).toBe(264);
  expect(placeNote(score, NOTE, screen, card, [station(200)]).top).toBe(264);
  expect(placeNote(score, NOTE, screen, card, [station(270)]).top).toBe(120);
  expect(placeNote(score, NOTE, screen, card, [station(240), station(330)]).top).toBe(88);
  const everywhere = [...Array.from({ length: 14 }, (_, number) => station(30 * number)), station(330), station(331)];
  expect(placeNote(score, NOTE, screen, card, everywhere).top).toBe(180);
});
