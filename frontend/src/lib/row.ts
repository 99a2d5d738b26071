/** One query's weights in order: the largest keys, what the others share, and ranks. */

export interface KeyWeight {
  readonly key: number;
  readonly weight: number;
}

export interface RowSummary {
  /** Largest first. */
  readonly top: readonly KeyWeight[];
  /** Keys not in `top`, and the weight on all of them. */
  readonly others: { readonly count: number; readonly weight: number };
  /** Keys neither masked nor hidden. */
  readonly visible: number;
}

/** Keys that may be seen, largest weight first; equal weights in the order of the text. */
export function byWeight(weights: ArrayLike<number>): readonly KeyWeight[] {
  return Array.from(weights, (weight, key) => ({ key, weight }))
    .filter(({ weight }) => !Number.isNaN(weight))
    .sort((a, b) => b.weight - a.weight || a.key - b.key);
}

export function summary(weights: ArrayLike<number>, count: number): RowSummary {
  const all = byWeight(weights);
  const rest = all.slice(count);
  return {
    top: all.slice(0, count),
    others: { count: rest.length, weight: rest.reduce((sum, { weight }) => sum + weight, 0) },
    visible: all.length,
  };
}

/** 1 for the largest; equal weights share a rank; null where the key may not be seen. */
export function rankOf(weights: ArrayLike<number>, key: number): number | null {
  const own = weights[key] ?? NaN;
  return Number.isNaN(own) ? null : 1 + byWeight(weights).filter(({ weight }) => weight > own).length;
}

/** Nats; masked and zero weights add nothing. */
export function entropyOf(weights: ArrayLike<number>): number {
  let sum = 0;
  for (let key = 0; key < weights.length; key++) {
    const weight = weights[key] ?? NaN;
    if (weight > 0) sum -= weight * Math.log(weight);
  }
  return sum;
}
