/** Pan and zoom of an SVG drawing: by wheel, pinch, drag or buttons. The state is the viewBox. */

const MAX_SCALE = 5;
const TAP_PIXELS = 10; // a finger that moves farther does not tap

export class PanZoom {
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

  get isZoomedOut(): boolean {
    return this.scale === 1;
  }

  reset(): void {
    this.scale = 1;
    this.x = this.y = 0;
  }

  /** Zooms around a point that stays where it is: (px, py) from (0, 0), top left, to (1, 1). */
  zoomBy(factor: number, px = 0.5, py = 0.5): void {
    const before = this.scale;
    const after = Math.min(MAX_SCALE, Math.max(1, before * factor));
    this.x += (this.width() / before - this.width() / after) * px;
    this.y += (this.height() / before - this.height() / after) * py;
    this.scale = after;
    this.#clamp();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx;
    this.y -= dy;
    this.#clamp();
  }

  #clamp(): void {
    this.x = Math.max(0, Math.min(this.x, this.width() - this.width() / this.scale));
    this.y = Math.max(0, Math.min(this.y, this.height() - this.height() / this.scale));
  }

  pointerDown(event: PointerEvent): void {
    if (this.#pointers.size === 0) this.#travelled = 0;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** One pointer pans, two pinch. `box` is where the drawing is on the screen. */
  pointerMove(event: PointerEvent, box: DOMRect): void {
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
      if (before > 0) this.zoomBy(after / before, (other.x - box.left) / box.width, (other.y - box.top) / box.height);
    } else if (!this.isZoomedOut) {
      const unitsPerPixel = this.width() / this.scale / box.width;
      this.pan((now.x - last.x) * unitsPerPixel, (now.y - last.y) * unitsPerPixel);
    }
  }

  /** Whether it was a tap, not a pan or a pinch. */
  pointerUp(event: PointerEvent): boolean {
    const known = this.#pointers.delete(event.pointerId);
    return known && this.#pointers.size === 0 && this.#travelled < TAP_PIXELS;
  }
}
