import { expect, test } from "vitest";
import { Zoom } from "./zoom.svelte";

const BOX = { left: 0, top: 0, width: 500, height: 400 } as DOMRect; // half the size of the drawing

function zoomed(): Zoom {
  return new Zoom(
    () => 1000,
    () => 800,
  );
}

function at(pointerId: number, clientX: number, clientY: number): PointerEvent {
  return { pointerId, clientX, clientY } as PointerEvent;
}

test("at first all is seen", () => {
  const zoom = zoomed();
  expect(zoom.viewBox).toBe("0 0 1000 800");
  expect(zoom.isWhole).toBe(true);
});

test("the point under the finger stays where it is", () => {
  const zoom = zoomed();
  zoom.by(2, 0.25, 0.75);
  expect(zoom.viewBox).toBe("125 300 500 400"); // 250, 600 lies a quarter from the left, three from the top
  zoom.by(0.5, 0.25, 0.75);
  expect(zoom.viewBox).toBe("0 0 1000 800");
});

test("it ends at the whole and at five times", () => {
  const zoom = zoomed();
  zoom.by(0.1);
  expect(zoom.scale).toBe(1);
  zoom.by(100);
  expect(zoom.scale).toBe(5);
  zoom.fit();
  expect(zoom.viewBox).toBe("0 0 1000 800");
});

test("dragging moves what is seen, never beyond the paper", () => {
  const zoom = zoomed();
  zoom.by(2);
  zoom.down(at(1, 100, 100));
  zoom.move(at(1, 50, 100), BOX);
  expect(zoom.viewBox).toBe("300 200 500 400"); // 50 pixels are 50 units at twice the size
  zoom.move(at(1, 5000, 5000), BOX);
  expect(zoom.viewBox).toBe("0 0 500 400");
});

test("two fingers zoom", () => {
  const zoom = zoomed();
  zoom.down(at(1, 100, 100));
  zoom.down(at(2, 200, 100));
  zoom.move(at(2, 300, 100), BOX);
  expect(zoom.scale).toBe(2);
  expect(zoom.up(at(1, 100, 100))).toBe(false);
  expect(zoom.up(at(2, 300, 100))).toBe(false);
});

test("a tap is a finger that hardly moves", () => {
  const zoom = zoomed();
  zoom.down(at(1, 100, 100));
  zoom.move(at(1, 103, 100), BOX);
  expect(zoom.up(at(1, 103, 100))).toBe(true);
  zoom.down(at(1, 100, 100));
  zoom.move(at(1, 140, 100), BOX);
  expect(zoom.up(at(1, 140, 100))).toBe(false);
  expect(zoom.up(at(9, 0, 0))).toBe(false);
});
