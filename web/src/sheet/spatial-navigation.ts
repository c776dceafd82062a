/** Spatial navigation: which of several points an arrow key goes to. */

export interface Point {
  x: number;
  y: number;
}

/** The target that lies nearest in a direction; null if there is none. */
export function nearestInDirection(from: Point, targets: readonly (Point & { cell: string })[], dx: number, dy: number): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const target of targets) {
    const along = (target.x - from.x) * dx + (target.y - from.y) * dy;
    const across = Math.abs((target.x - from.x) * dy) + Math.abs((target.y - from.y) * dx);
    if (along <= 0) continue;
    const cost = along + 2 * across;
    if (cost < least) {
      least = cost;
      best = target.cell;
    }
  }
  return best;
}
