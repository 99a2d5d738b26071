/** One head's map less another's: cells with their sign, and those that one mask alone hides. */
import type { DifferenceTile } from "../../protocol/wire";
import { bitsOf, NAN_BITS, numberOf } from "../float16";
import { type Grid, gridOf } from "../grid";

export interface Difference extends Grid {
  /** The variant's mask alone hides the cell, [query, key]. */
  readonly removed: Uint8Array;
}

const isMasked = (bits: number): boolean => (bits & 0x7fff) > 0x7c00;

const made = new WeakMap<Grid, WeakMap<Grid, Difference>>();

/** The variant's map less the base's, of equal size; a masked cell counts as 0, and one masked in both is NaN. */
export function differenceOf(variant: Grid, base: Grid): Difference {
  const byBase = made.get(variant) ?? new WeakMap<Grid, Difference>();
  made.set(variant, byBase);
  const ready = byBase.get(base);
  if (ready) return ready;
  const bits = new Uint16Array(variant.bits.length);
  const removed = new Uint8Array(bits.length);
  for (let at = 0; at < bits.length; at++) {
    const [after, before] = [variant.bits[at] ?? NAN_BITS, base.bits[at] ?? NAN_BITS];
    if (isMasked(after) && isMasked(before)) {
      bits[at] = NAN_BITS;
      continue;
    }
    if (isMasked(after)) removed[at] = 1;
    bits[at] = bitsOf((isMasked(after) ? 0 : numberOf(after)) - (isMasked(before) ? 0 : numberOf(before)));
  }
  const found = { queries: variant.queries, keys: variant.keys, bits, removed };
  byBase.set(base, found);
  return found;
}

const bitsIn = (bytes: Uint8Array, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, at) => ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);

/** A tile as the server tells it. */
export function differenceFrom(tile: DifferenceTile): Difference {
  const grid = gridOf(tile.difference);
  return { ...grid, removed: bitsIn(tile.removed, grid.bits.length) };
}

/** Runs of removed cells in a row, [first, end). */
export function runsOf(removed: Uint8Array, keys: number, query: number): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (let key = 0; key < keys; key++) {
    if (!removed[query * keys + key]) continue;
    const last = runs.at(-1);
    if (last && last[1] === key) last[1] = key + 1;
    else runs.push([key, key + 1]);
  }
  return runs;
}
