/** Where a note stands that points at something: beside it if there is room, else below or above, else inside it. */

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

export function placeNote(target: Box, note: Size, screen: Size): { left: number; top: number } {
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
