/** Hit testing: what lies nearest to a point of the drawing. */

export interface Point {
  x: number;
  y: number;
}

export interface Segment {
  from: Point;
  to: Point;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The nearest of several points within reach; null if there is none. */
export function nearestPoint<Spot extends Point>(spots: readonly Spot[], at: Point, reach: number): Spot | null {
  let best: Spot | null = null;
  let least = reach;
  for (const spot of spots) {
    const away = distance(spot, at);
    if (away < least) {
      least = away;
      best = spot;
    }
  }
  return best;
}

/** How far along a segment the point is, from 0 to 1, and how far away from it. */
export function project({ from, to }: Segment, at: Point): { along: number; away: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1)));
  return { along, away: distance(at, { x: from.x + along * dx, y: from.y + along * dy }) };
}

/** The nearest segment within reach. Of the two directions of one segment, the one whose end is nearer. */
export function nearestSegment<Line extends Segment>(lines: readonly Line[], at: Point, reach: number): Line | null {
  let best: Line | null = null;
  let least = reach;
  for (const line of lines) {
    const { along, away } = project(line, at);
    const cost = away - along * 1e-6; // a tie between two directions
    if (cost < least) {
      least = cost;
      best = line;
    }
  }
  return best;
}
