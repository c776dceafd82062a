import { expect, test } from "vitest";
import { PanZoom } from "./pan-zoom.svelte";

const BOX = { left: 0, top: 0, width: 500, height: 400 } as DOMRect; // half the size of the drawing

function panZoom(): PanZoom {
  return new PanZoom(
    () => 1000,
    () => 800,
  );
}

function at(pointerId: number, clientX: number, clientY: number): PointerEvent {
  return { pointerId, clientX, clientY } as PointerEvent;
}

test("at first the whole drawing is seen", () => {
  const zoom = panZoom();
  expect(zoom.viewBox).toBe("0 0 1000 800");
  expect(zoom.isZoomedOut).toBe(true);
});

test("the point under the finger stays where it is", () => {
  const zoom = panZoom();
  zoom.zoomBy(2, 0.25, 0.75);
  expect(zoom.viewBox).toBe("125 300 500 400"); // 250, 600 lies a quarter from the left, three from the top
  zoom.zoomBy(0.5, 0.25, 0.75);
  expect(zoom.viewBox).toBe("0 0 1000 800");
});

test("zoom ends at the whole drawing and at five times", () => {
  const zoom = panZoom();
  zoom.zoomBy(0.1);
  expect(zoom.scale).toBe(1);
  zoom.zoomBy(100);
  expect(zoom.scale).toBe(5);
  zoom.reset();
  expect(zoom.viewBox).toBe("0 0 1000 800");
});

test("dragging pans, never beyond the drawing", () => {
  const zoom = panZoom();
  zoom.zoomBy(2);
  zoom.pointerDown(at(1, 100, 100));
  zoom.pointerMove(at(1, 50, 100), BOX);
  expect(zoom.viewBox).toBe("300 200 500 400"); // 50 pixels are 50 units at twice the size
  zoom.pointerMove(at(1, 5000, 5000), BOX);
  expect(zoom.viewBox).toBe("0 0 500 400");
});

test("two fingers pinch", () => {
  const zoom = panZoom();
  zoom.pointerDown(at(1, 100, 100));
  zoom.pointerDown(at(2, 200, 100));
  zoom.pointerMove(at(2, 300, 100), BOX);
  expect(zoom.scale).toBe(2);
  expect(zoom.pointerUp(at(1, 100, 100))).toBe(false);
  expect(zoom.pointerUp(at(2, 300, 100))).toBe(false);
});

test("a tap is a finger that hardly moves", () => {
  const zoom = panZoom();
  zoom.pointerDown(at(1, 100, 100));
  zoom.pointerMove(at(1, 103, 100), BOX);
  expect(zoom.pointerUp(at(1, 103, 100))).toBe(true);
  zoom.pointerDown(at(1, 100, 100));
  zoom.pointerMove(at(1, 140, 100), BOX);
  expect(zoom.pointerUp(at(1, 140, 100))).toBe(false);
  expect(zoom.pointerUp(at(9, 0, 0))).toBe(false);
});
