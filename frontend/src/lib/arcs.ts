/** Attention of one query as arcs on the text, above the map and on its x axis. */
import { byWeight } from "./row";

export interface Arc {
  readonly key: number;
  readonly weight: number;
  /** SVG path from the query's place to the key's. */
  readonly path: string;
  readonly width: number;
}

export interface ArcPlan {
  readonly query: number;
  /** Weights below are not drawn. */
  readonly threshold: number;
  /** At most this many, the largest. */
  readonly topK: number;
  /** Middle of a token, in pixels. */
  readonly x: (token: number) => number;
  /** Where arcs stand, and the room above it. */
  readonly base: number;
  readonly room: number;
  /** Pixels of the window; an arc of which neither end is in it would be a bar from nowhere to nowhere. */
  readonly window: readonly [number, number];
}

/** Pixels of an arc of weight 1. */
const FULL_WIDTH = 14;
const LEAST_WIDTH = 0.75;

const round = (value: number): number => Math.round(value * 100) / 100;

/** A cubic whose control points stand this far above the base peaks at three quarters of it. */
const PEAK = 4 / 3;

function pathOf(from: number, to: number, base: number, room: number): string {
  const [a, b, y] = [round(from), round(to), round(base)];
  if (a === b) return `M${round(a - 7)} ${y}C${round(a - 15)} ${round(y - 26)} ${round(a + 15)} ${round(y - 26)} ${round(a + 7)} ${y}`;
  const height = Math.min(room, 18 + Math.abs(a - b) * 0.24);
  return `M${a} ${y}C${a} ${round(y - height * PEAK)} ${b} ${round(y - height * PEAK)} ${b} ${y}`;
}

export interface CrossPlan {
  readonly threshold: number;
  readonly topK: number;
  /** Middle of the query in the row above. */
  readonly from: number;
  /** Middle of a key in the row below, in pixels. */
  readonly x: (key: number) => number;
  /** Where arcs leave the row above, and where they meet the row below. */
  readonly top: number;
  readonly base: number;
}

/** From one query in the row above to its keys in the row below, as S-curves; smallest first. */
export function crossArcs(weights: ArrayLike<number>, { threshold, topK, from, x, top, base }: CrossPlan): readonly Arc[] {
  const middle = round((top + base) / 2);
  return byWeight(weights)
    .filter(({ weight }) => weight > 0 && weight >= threshold)
    .slice(0, topK)
    .reverse()
    .map(({ key, weight }) => ({
      key, weight, width: Math.max(LEAST_WIDTH, FULL_WIDTH * weight),
      path: `M${round(from)} ${round(top)}C${round(from)} ${middle} ${round(x(key))} ${middle} ${round(x(key))} ${round(base)}`,
    }));
}

/** Smallest first, so that the largest is drawn on top. */
export function arcs(weights: ArrayLike<number>, { query, threshold, topK, x, base, room, window: [left, right] }: ArcPlan): readonly Arc[] {
  const inWindow = (token: number): boolean => x(token) >= left && x(token) <= right;
  return byWeight(weights)
    .filter(({ weight }) => weight > 0 && weight >= threshold)
    .slice(0, topK)
    .filter(({ key }) => inWindow(query) || inWindow(key))
    .reverse()
    .map(({ key, weight }) => ({
      key, weight, width: Math.max(LEAST_WIDTH, FULL_WIDTH * weight), path: pathOf(x(query), x(key), base, room),
    }));
}
