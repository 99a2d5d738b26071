/** Curves as paths of an SVG: by pixel for a picker, by distance for the inspector. */

/** A line of values between -1 and 1 in a box; 1 is at the top. */
export function path(values: readonly number[], width: number, height: number, pad = 2): string {
  const last = Math.max(values.length - 1, 1);
  return values
    .map((value, index) => {
      const x = (index / last) * width;
      const y = pad + ((1 - value) / 2) * (height - 2 * pad);
      return `${index > 0 ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** Round bounds around all values, 0 among them. */
export function bounds(values: Iterable<number>): Scale {
  let low = 0;
  let high = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === high) return { low: -1, high: 1 };
  const step = 10 ** Math.floor(Math.log10(high - low)) / 2;
  return { low: Math.floor(low / step) * step || 0, high: Math.ceil(high / step) * step || 0 };
}

/** Where a value stands in a box of this height, from its top. */
export const across = (value: number, { low, high }: Scale, height: number): number => ((high - value) / (high - low)) * height;

/** The cosine that each pair multiplies its part of q·k by, for keys 0 … `count` - 1 tokens away. */
export const cosines = (speed: number, factor: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, distance) => factor * factor * Math.cos(speed * distance));

/** A few pairs that tell the whole: the fastest, the slowest, and some between them, evenly by their rank. */
export function shownPairs(count: number, most = 5): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, pair) => pair);
  return Array.from({ length: most }, (_, rank) => Math.round((rank * (count - 1)) / (most - 1)));
}
