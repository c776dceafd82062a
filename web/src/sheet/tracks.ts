/** Where strokes run: two lines along the same section lie side by side, and some pass over others. */
import type { Stroke } from "./moves";

/** Between the middles of two tracks, as in exported pictures. */
const TRACK = 18;

export interface Track extends Stroke {
  /** From `from` to `to`, moved aside if another line shares the section. */
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** It passes over another line at an overhead crossing. */
  isOver: boolean;
}

/** The strokes of a sheet with their places, each section seen in one direction. */
export function tracksOf(
  strokes: readonly Stroke[],
  at: (cell: string) => readonly number[],
  over: ReadonlySet<string>,
): Track[] {
  const shared = new Map<string, number[]>();
  for (const stroke of strokes) shared.set(keyOf(stroke), [...(shared.get(keyOf(stroke)) ?? []), stroke.round].sort());
  return strokes.map((stroke) => {
    const rounds = shared.get(keyOf(stroke)) ?? [];
    const [x1 = 0, y1 = 0] = at(stroke.from);
    const [x2 = 0, y2 = 0] = at(stroke.to);
    const place = rounds.indexOf(stroke.round) - (rounds.length - 1) / 2;
    const direction = isReadingOrder(stroke) ? 1 : -1; // the same side whichever way it was drawn
    const aside = (TRACK * place * direction) / (Math.hypot(x2 - x1, y2 - y1) || 1);
    const [dx, dy] = [(y1 - y2) * aside, (x2 - x1) * aside];
    const isOver = over.has(`${stroke.from}-${stroke.to}`) || over.has(`${stroke.to}-${stroke.from}`);
    return { ...stroke, x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy, isOver };
  });
}

function keyOf(stroke: Stroke): string {
  return isReadingOrder(stroke) ? `${stroke.from}-${stroke.to}` : `${stroke.to}-${stroke.from}`;
}

/** By rows, then by columns, as sections are numbered. */
function isReadingOrder({ from, to }: Stroke): boolean {
  const rows = Number(from.slice(1)) - Number(to.slice(1));
  return rows ? rows < 0 : from < to;
}
