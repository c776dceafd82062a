/**
 * Drawing with a pointer: tap a target, drag from a start along a dotted line, or click the dotted line itself.
 * Which moves are legal comes from the server; here are only points and distances, in units of the drawing.
 */
import { distance, nearestPoint, nearestSegment, project, type Point } from "./hit-test";
import { circledCell, sectionCells } from "./moves";

interface Place extends Point {
  cell: string;
}

interface Section {
  move: string;
  start: string;
  end: string;
  from: Point;
  to: Point;
}

/** What a tap or the end of a drag leads to. */
export type Outcome =
  | { type: "play"; move: string }
  | { type: "choose-start"; target: string }
  | { type: "choose-target"; start: string }
  | { type: "ask-why"; cell: string }
  | { type: "nothing" };

/** Distances in pixels of the screen. */
export const TAP_REACH = 34;
const LINE_REACH = 14;
const SNAP_REACH = 46;
const DRAG_STARTS = 10;
/** A drag along a dotted line snaps to its end from here on. */
const SNAP_ALONG = 0.6;

export class MoveGesture {
  /** The moves that the pointer points at, shown as ghosts. */
  aimed = $state.raw<string[]>([]);
  /** The start of a drag, and where its ghost ends. */
  start = $state("");
  tip = $state.raw<Point | null>(null);
  #pressedAt: Point | null = null;

  constructor(
    /** The moves that can be made by pointing now. */
    readonly moves: () => readonly string[],
    readonly at: (cell: string) => [number, number],
    readonly stations: () => readonly Place[],
    /** Units of the drawing in a pixel of the screen. */
    readonly unitsPerPixel: () => number,
  ) {}

  get isDragging(): boolean {
    return this.tip !== null;
  }

  hover(point: Point): void {
    this.aimed = this.#aimAt(point);
  }

  leave(): void {
    this.aimed = [];
    this.start = "";
    this.tip = null;
    this.#pressedAt = null;
  }

  /** Whether the pointer has taken hold of a start, so that the drawing must not be panned. */
  press(point: Point): boolean {
    const start = this.#startAt(point);
    this.#pressedAt = point;
    this.start = start;
    this.aimed = this.#aimAt(point);
    return start !== "";
  }

  drag(point: Point): void {
    if (!this.start || !this.#pressedAt) return;
    if (!this.tip && distance(point, this.#pressedAt) < DRAG_STARTS * this.unitsPerPixel()) return;
    const snapped = this.#snapped(point);
    this.tip = snapped ? snapped.to : point;
    this.aimed = snapped ? [snapped.move] : [];
  }

  /** The end of a drag. */
  drop(point: Point): Outcome {
    const [move] = this.aimed;
    const { start } = this;
    this.leave();
    if (move) return { type: "play", move };
    const station = nearestPoint(this.stations(), point, this.#units(TAP_REACH));
    return station && station.cell !== start ? { type: "ask-why", cell: station.cell } : { type: "nothing" };
  }

  tap(point: Point): Outcome {
    const moves = this.#aimAt(point);
    const start = this.#startAt(point);
    this.leave();
    const [move] = moves;
    if (move && moves.length === 1) return { type: "play", move };
    if (move) return { type: "choose-start", target: endOf(move) };
    if (start) return { type: "choose-target", start };
    const station = nearestPoint(this.stations(), point, this.#units(TAP_REACH));
    return station ? { type: "ask-why", cell: station.cell } : { type: "nothing" };
  }

  #units(pixels: number): number {
    return pixels * this.unitsPerPixel();
  }

  #place(cell: string): Place {
    const [x, y] = this.at(cell);
    return { cell, x, y };
  }

  #sections(): Section[] {
    return this.moves().flatMap((move) => {
      const cells = sectionCells(move);
      if (!cells) return [];
      return { move, start: cells[0], end: cells[1], from: this.#place(cells[0]), to: this.#place(cells[1]) };
    });
  }

  /** The moves to the nearest target, or the one along the nearest dotted line. */
  #aimAt(point: Point): string[] {
    const ends = [...new Set(this.moves().map(endOf))].filter(Boolean).map((cell) => this.#place(cell));
    const target = nearestPoint(ends, point, this.#units(TAP_REACH));
    if (target) return this.moves().filter((move) => endOf(move) === target.cell);
    if (this.#startAt(point)) return [];
    const section = nearestSegment(this.#sections(), point, this.#units(LINE_REACH));
    return section ? [section.move] : [];
  }

  #startAt(point: Point): string {
    const starts = [...new Set(this.#sections().map((section) => section.start))].map((cell) => this.#place(cell));
    return nearestPoint(starts, point, this.#units(TAP_REACH))?.cell ?? "";
  }

  #snapped(point: Point): Section | null {
    const own = this.#sections().filter((section) => section.start === this.start);
    const ends = own.map((section) => ({ ...section.to, section }));
    const end = nearestPoint(ends, point, this.#units(SNAP_REACH));
    if (end) return end.section;
    const line = nearestSegment(own, point, this.#units(LINE_REACH * 2));
    return line && project(line, point).along > SNAP_ALONG ? line : null;
  }
}

/** The station that a move leads to; none for `pass`. */
export function endOf(move: string): string {
  return circledCell(move) ?? sectionCells(move)?.[1] ?? "";
}

export function startOf(move: string): string {
  return sectionCells(move)?.[0] ?? "";
}
