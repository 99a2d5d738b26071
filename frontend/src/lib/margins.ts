/** What stands beside a map: the entropy of each row and the mean weight that each key receives. */
import type { PackedArray } from "../protocol/wire";
import { numbersOf } from "./float16";
import { type Grid, rowOf } from "./grid";
import { entropyOf } from "./row";

export interface Margins {
  /** Nats, per query, of the weights as shown. */
  readonly entropy: Float32Array;
  /** Weight per query on the keys that are hidden. */
  readonly hidden: Float32Array;
  /** Per key, over the queries that may see it; NaN when none may. */
  readonly received: Float32Array;
}

/** Margins of `shown`, a map made by hiding parts of `whole`. */
export function marginsOf(whole: Grid, shown: Grid): Margins {
  const entropy = new Float32Array(shown.queries);
  const hidden = new Float32Array(shown.queries);
  const sums = new Float64Array(shown.keys);
  const counts = new Uint32Array(shown.keys);
  for (let query = 0; query < shown.queries; query++) {
    const weights = rowOf(shown, query);
    const all = rowOf(whole, query);
    const blind = weights.every(Number.isNaN);
    entropy[query] = blind ? NaN : entropyOf(weights);
    weights.forEach((weight, key) => {
      if (!Number.isNaN(weight)) {
        sums[key] = (sums[key] ?? 0) + weight;
        counts[key] = (counts[key] ?? 0) + 1;
      } else hidden[query] = (hidden[query] ?? 0) + (all[key] || 0);
    });
  }
  return { entropy, hidden, received: Float32Array.from(sums, (sum, key) => (counts[key] ? sum / (counts[key] ?? 1) : NaN)) };
}

export const marginsFrom = (wire: { entropy: PackedArray; hidden: PackedArray; received: PackedArray }): Margins => ({
  entropy: numbersOf(wire.entropy),
  hidden: numbersOf(wire.hidden),
  received: numbersOf(wire.received),
});
