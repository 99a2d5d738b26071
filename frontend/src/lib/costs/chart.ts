/** Both axes of a curve of costs are logarithmic, so that what grows evenly is a line. */

export type Point = readonly [tokens: number, value: number];

export interface Axis {
  readonly low: number;
  readonly high: number;
}

/** Where a value stands, 0 at the low end and 1 at the high one. */
export const placeOf = ({ low, high }: Axis, value: number): number => Math.log(value / low) / Math.log(high / low);

export const valueAt = ({ low, high }: Axis, place: number): number => low * (high / low) ** Math.min(1, Math.max(0, place));

/** Whole steps of the base around all values. */
export function around(values: readonly number[], base: number): Axis {
  const held = values.filter((value) => value > 0 && Number.isFinite(value));
  if (held.length === 0) return { low: 1, high: base };
  const low = base ** Math.floor(Math.log(Math.min(...held)) / Math.log(base) + 1e-9);
  const high = base ** Math.ceil(Math.log(Math.max(...held)) / Math.log(base) - 1e-9);
  return { low, high: high > low ? high : low * base };
}

/** At most `most` whole powers of the base, evenly apart, the highest first. */
export function ticksOf({ low, high }: Axis, base: number, most: number): readonly number[] {
  const [from, to] = [low, high].map((value) => Math.round(Math.log(value) / Math.log(base)));
  if (from === undefined || to === undefined) return [];
  const step = Math.max(1, Math.ceil((to - from) / Math.max(1, most - 1)));
  const ticks: number[] = [];
  for (let power = to; power >= from; power -= step) ticks.push(base ** power);
  return ticks;
}

/** A line through the points, each in pixels. */
export const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at > 0 ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
