/** Hiding rows and columns of a map held whole, as the server does for long texts. */
import type { Token } from "../protocol/wire";
import { NAN_BITS, bitsOf, numberOf } from "./float16";
import type { Grid } from "./grid";
import type { Sides } from "./sides";
import type { Settings } from "./types";

export interface Hidden {
  readonly queries: readonly boolean[];
  readonly keys: readonly boolean[];
}

export type HideSettings = Pick<Settings, "hideSpecial" | "hideFirst" | "renormalise">;

/** The first token of the text itself: where decoders put the weight they have no other use for. */
export const firstReal = (tokens: readonly Token[]): number => tokens.findIndex((token) => token.role === "text");

/** Special tokens are hidden as queries and as keys; the first real token as a key only. */
export function hiddenOf({ queries, keys }: Sides, { hideSpecial, hideFirst }: HideSettings): Hidden {
  const first = firstReal(keys);
  const isSpecial = (token: Token): boolean => hideSpecial && token.role === "special";
  return { queries: queries.map(isSpecial), keys: keys.map((token, at) => isSpecial(token) || (hideFirst && at === first)) };
}

export const hidesAny = (hidden: Hidden): boolean => hidden.keys.includes(true) || hidden.queries.includes(true);

/** Hidden cells become NaN and the others keep their values; renormalised, each row is divided by what is left of it. */
export function hide(grid: Grid, hidden: Hidden, renormalise: boolean): Grid {
  const bits = grid.bits.slice();
  for (let query = 0; query < grid.queries; query++) {
    const start = query * grid.keys;
    let left = 0;
    for (let key = 0; key < grid.keys; key++) {
      if (hidden.queries[query] || hidden.keys[key]) bits[start + key] = NAN_BITS;
      const weight = numberOf(bits[start + key] ?? NAN_BITS);
      if (!Number.isNaN(weight)) left += weight;
    }
    if (!renormalise || left === 0) continue;
    for (let key = 0; key < grid.keys; key++) bits[start + key] = bitsOf(numberOf(bits[start + key] ?? NAN_BITS) / left);
  }
  return { ...grid, bits };
}

/** The same for one query's row. */
export function hideRow(weights: Float32Array, query: number, hidden: Hidden, renormalise: boolean): Float32Array {
  const shown = weights.map((weight, key) => (hidden.queries[query] || hidden.keys[key] ? NaN : weight));
  const left = shown.reduce((sum, weight) => sum + (weight || 0), 0);
  return renormalise && left > 0 ? shown.map((weight) => weight / left) : shown;
}

/** The words of the `hide` parameter for tiles, rows and margins. */
export const hideQuery = ({ hideSpecial, hideFirst, renormalise }: HideSettings): Record<string, string> => ({
  ...(hideSpecial || hideFirst ? { hide: [hideSpecial && "special", hideFirst && "first"].filter(Boolean).join(",") } : {}),
  ...(renormalise ? { renormalise: "1" } : {}),
});
