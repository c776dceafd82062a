/**
 * Where a note stands that points at something: beside it if there is room, else below or above, else inside it. It does
 * not cover what it should leave free, unless it would then cover what it points at. Of the places higher and lower it
 * takes the one that covers the fewest of those where a player can tap.
 */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

const GAP = 16;
const EDGE = 12;

const STEP = 4;

export function placeNote(target: Box, note: Size, screen: Size, free?: Box, taps: Box[] = []): { left: number; top: number } {
  const place = placeOver(target, note, screen, free);
  const covered = (boxes: Box[], top: number) => boxes.filter((box) => overlaps({ ...place, ...note, top }, box)).length;
  if (!covered(taps, place.top)) return place;
  const others = [target, free].filter((box) => box !== undefined).filter((box) => !covered([box], place.top));
  const tops = Array.from({ length: Math.max(0, (screen.height - 2 * EDGE - note.height) / STEP) }, (_, number) => EDGE + number * STEP);
  const possible = tops.filter((top) => !covered(others, top));
  const cost = (top: number) => covered(taps, top) * screen.height + Math.abs(top - place.top);
  return { ...place, top: [place.top, ...possible].sort((one, other) => cost(one) - cost(other))[0] ?? place.top };
}

function placeOver(target: Box, note: Size, screen: Size, free?: Box): { left: number; top: number } {
  const place = placeBeside(target, note, screen);
  if (!free || !overlaps({ ...place, ...note }, free)) return place;
  const higher = { ...place, top: free.top - GAP - note.height };
  return higher.top < EDGE || overlaps({ ...higher, ...note }, target) ? place : higher;
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

function placeBeside(target: Box, note: Size, screen: Size): { left: number; top: number } {
  const middle = { left: target.left + (target.width - note.width) / 2, top: target.top + (target.height - note.height) / 2 };
  const right = target.left + target.width + GAP;
  const left = target.left - GAP - note.width;
  const below = target.top + target.height + GAP;
  const above = target.top - GAP - note.height;
  if (left >= EDGE) return inside({ left, top: middle.top }, note, screen);
  if (right + note.width <= screen.width - EDGE) return inside({ left: right, top: middle.top }, note, screen);
  if (below + note.height <= screen.height - EDGE) return inside({ left: middle.left, top: below }, note, screen);
  if (above >= EDGE) return inside({ left: middle.left, top: above }, note, screen);
  // It is as large as the screen: the note stands at its lower edge.
  return inside({ left: middle.left, top: target.top + target.height - note.height - GAP }, note, screen);
}

function inside(place: { left: number; top: number }, note: Size, screen: Size): { left: number; top: number } {
  return {
    left: Math.max(EDGE, Math.min(place.left, screen.width - EDGE - note.width)),
    top: Math.max(EDGE, Math.min(place.top, screen.height - EDGE - note.height)),
  };
}
