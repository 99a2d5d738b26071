/** Pointers on a map, told apart: over a cell, a click on one, a drag, two fingers, a wheel. Positions in CSS pixels. */
import type { Point } from "../../lib/viewport";

export interface Gestures {
  /** Null: the pointer left. */
  readonly over: (point: Point | null) => void;
  readonly click: (point: Point) => void;
  readonly drag: (x: number, y: number) => void;
  readonly pinch: (from: readonly [Point, Point], to: readonly [Point, Point]) => void;
}

/** Pixels that a click may tremble. */
const TREMBLE = 4;

export class Pointers {
  #down = new Map<number, Point>();
  #moved = false;
  #start: Point = { x: 0, y: 0 };

  constructor(private readonly gestures: Gestures) {}

  press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const point = { x: event.offsetX, y: event.offsetY };
    if (this.#down.size === 0) {
      this.#moved = false;
      this.#start = point;
    } else this.#moved = true;
    this.#down.set(event.pointerId, point);
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
  };

  move = (event: PointerEvent): void => {
    const point = { x: event.offsetX, y: event.offsetY };
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.gestures.over(point);
      return;
    }
    const pair = [...this.#down.values()];
    this.#moved ||= Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > TREMBLE;
    this.#down.set(event.pointerId, point);
    const [a, b] = pair;
    const [c, d] = [...this.#down.values()];
    if (a && b && c && d) this.gestures.pinch([a, b], [c, d]);
    else if (this.#moved) this.gestures.drag(point.x - before.x, point.y - before.y);
  };

  release = (event: PointerEvent): void => {
    if (!this.#down.delete(event.pointerId)) return;
    if (!this.#moved && this.#down.size === 0 && event.type === "pointerup") this.gestures.click({ x: event.offsetX, y: event.offsetY });
  };

  leave = (): void => {
    if (this.#down.size === 0) this.gestures.over(null);
  };
}
