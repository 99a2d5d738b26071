/** What stands beside a map: the entropy of each row and the mean weight that each key receives. */
import type { PackedArray } from "../protocol/wire";
import { numbersOf } from "./float16";
import { type Grid, rowOf } from "./grid";
import type { Hidden } from "./hide";
import { entropyOf } from "./row";

export interface Margins {
  /** Nats, per query, of the weights as shown. */
  readonly entropy: Float32Array;
  /** Weight per query on the keys that are hidden; NaN for a query that is hidden or sees nothing. */
  readonly hidden: Float32Array;
  /** Per key, over the queries that may see it; NaN when none may. */
  readonly received: Float32Array;
}

/** Margins of `shown`, which is `whole` without what is `hidden`. */
export function marginsOf(whole: Grid, shown: Grid, { queries, keys }: Hidden): Margins {
  const entropy = new Float32Array(shown.queries);
  const hidden = new Float32Array(shown.queries);
  const sums = new Float64Array(shown.keys);
  const counts = new Uint32Array(shown.keys);
  for (let query = 0; query < shown.queries; query++) {
    const weights = rowOf(shown, query);
    const all = rowOf(whole, query);
    entropy[query] = weights.every(Number.isNaN) ? NaN : entropyOf(weights);
    hidden[query] = queries[query] || all.every(Number.isNaN) ? NaN : all.reduce((sum, weight, key) => sum + (keys[key] ? weight || 0 : 0), 0);
    weights.forEach((weight, key) => {
      if (Number.isNaN(weight)) return;
      sums[key] = (sums[key] ?? 0) + weight;
      counts[key] = (counts[key] ?? 0) + 1;
    });
  }
  return { entropy, hidden, received: Float32Array.from(sums, (sum, key) => (counts[key] ? sum / (counts[key] ?? 1) : NaN)) };
}

export const marginsFrom = (wire: { entropy: PackedArray; hidden: PackedArray; received: PackedArray }): Margins => ({
  entropy: numbersOf(wire.entropy),
  hidden: numbersOf(wire.hidden),
  received: numbersOf(wire.received),
});
