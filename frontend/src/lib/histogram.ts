/** How a measure is spread over all heads, and where one head stands in it. */
export interface Histogram {
  /** Heads in each bin, from the least value to the largest. */
  readonly bins: readonly number[];
  readonly most: number;
  readonly least: number;
  readonly largest: number;
}

export function histogram(values: readonly number[], count: number): Histogram | null {
  if (values.length === 0) return null;
  const least = Math.min(...values);
  const largest = Math.max(...values);
  const bins = new Array<number>(count).fill(0);
  for (const value of values) {
    const bin = binOf(value, least, largest, count);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { bins, most: Math.max(...bins), least, largest };
}

export const binOf = (value: number, least: number, largest: number, count: number): number =>
  largest > least ? Math.min(count - 1, Math.floor(((value - least) / (largest - least)) * count)) : 0;

/** 1 for the largest; equal values share a rank. */
export const rankAmong = (values: readonly number[], value: number): number =>
  1 + values.filter((other) => other > value).length;
