/** Places a label beside a station: inside the map, on no other label, and on as few stations as possible. */
import type { Point } from "./spatial-navigation";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const STATION_RADIUS = 30;
const GAP = 8;

/** The cheapest of nine places. `from` is where the line to the station comes from; the far side is preferred. */
export function placeLabel(
  from: Point,
  to: Point,
  width: number,
  height: number,
  map: { width: number; height: number },
  stations: readonly Point[],
  taken: readonly Box[],
): Box {
  const side = STATION_RADIUS + GAP;
  const [left, middle, right] = [to.x - side - width, to.x - width / 2, to.x + side];
  const [above, level, below] = [to.y - side - height, to.y - height / 2, to.y + side];
  const across = (from.x + to.x - width) / 2;
  const along = (from.y + to.y - height) / 2;
  const places = [
    [right, level],
    [left, level],
    [middle, above],
    [middle, below],
    [right - side, above],
    [left + side, above],
    [right - side, below],
    [left + side, below],
    [across, along],
  ].map(([x = 0, y = 0]) => ({ x, y, width, height }));
  const cost = (box: Box) =>
    (isInside(box, map) ? 0 : 100) +
    20 * taken.filter((other) => overlaps(box, other)).length +
    3 * stations.filter((station) => touches(station, box)).length +
    Math.hypot(box.x + width / 2 - (2 * to.x - from.x), box.y + height / 2 - (2 * to.y - from.y)) / 1000;
  return places.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}

function isInside(box: Box, map: { width: number; height: number }): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= map.width && box.y + box.height <= map.height;
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
  );
}

function touches(station: Point, box: Box): boolean {
  const dx = Math.max(box.x - station.x, 0, station.x - box.x - box.width);
  const dy = Math.max(box.y - station.y, 0, station.y - box.y - box.height);
  return Math.hypot(dx, dy) < STATION_RADIUS;
}
