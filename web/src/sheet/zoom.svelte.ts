/** What part of a drawing is seen: zoomed with wheel, pinch or buttons, moved by dragging. */

const MOST = 5;

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  #pointers = new Map<number, { x: number; y: number }>();
  #travelled = 0;

  constructor(
    readonly width: () => number,
    readonly height: () => number,
  ) {}

  get viewBox(): string {
    return `${this.x} ${this.y} ${this.width() / this.scale} ${this.height() / this.scale}`;
  }

  get isWhole(): boolean {
    return this.scale === 1;
  }

  fit(): void {
    this.scale = 1;
    this.x = this.y = 0;
  }

  /** Zoom so that the point of the drawing under (px, py), parts of the whole, stays where it is. */
  by(factor: number, px = 0.5, py = 0.5): void {
    const before = this.scale;
    const after = Math.min(MOST, Math.max(1, before * factor));
    this.x += (this.width() / before - this.width() / after) * px;
    this.y += (this.height() / before - this.height() / after) * py;
    this.scale = after;
    this.#keepInside();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx;
    this.y -= dy;
    this.#keepInside();
  }

  #keepInside(): void {
    this.x = Math.max(0, Math.min(this.x, this.width() - this.width() / this.scale));
    this.y = Math.max(0, Math.min(this.y, this.height() - this.height() / this.scale));
  }

  down(event: PointerEvent): void {
    if (this.#pointers.size === 0) this.#travelled = 0;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** `unit`: how many units of the drawing a pixel is. */
  move(event: PointerEvent, box: DOMRect): void {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.#travelled += Math.hypot(now.x - last.x, now.y - last.y);
    this.#pointers.set(event.pointerId, now);
    const other = others[0];
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      if (before > 0) this.by(after / before, (other.x - box.left) / box.width, (other.y - box.top) / box.height);
    } else if (!this.isWhole) {
      const unit = this.width() / this.scale / box.width;
      this.pan((now.x - last.x) * unit, (now.y - last.y) * unit);
    }
  }

  /** Whether this was a tap and not a movement. */
  up(event: PointerEvent): boolean {
    const known = this.#pointers.delete(event.pointerId);
    return known && this.#pointers.size === 0 && this.#travelled < 10;
  }
}
