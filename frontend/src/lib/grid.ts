/** One head's map in memory, [query, key], as half-precision bits; NaN where masked or hidden. */
import type { PackedArray } from "../protocol/wire";
import { NAN_BITS, halves, numberOf } from "./float16";

export interface Grid {
  readonly queries: number;
  readonly keys: number;
  readonly bits: Uint16Array;
}

/** The map of one head of an array [head, query, key], sharing its memory. */
export function headOf(array: PackedArray, index: number): Grid {
  const [, queries = 0, keys = 0] = array.shape;
  const all = halves(array.data);
  return { queries, keys, bits: all.subarray(index * queries * keys, (index + 1) * queries * keys) };
}

/** An array [query, key] as a map. */
export function gridOf(array: PackedArray): Grid {
  const [queries = 0, keys = 0] = array.shape;
  return { queries, keys, bits: halves(array.data) };
}

/** The number in a cell; NaN where masked, hidden or outside. */
export const weightAt = (grid: Grid, query: number, key: number): number =>
  query < 0 || key < 0 || query >= grid.queries || key >= grid.keys ? NaN : numberOf(grid.bits[query * grid.keys + key] ?? NAN_BITS);

export const rowOf = (grid: Grid, query: number): Float32Array =>
  Float32Array.from({ length: grid.keys }, (_, key) => weightAt(grid, query, key));

/** The largest of each side × side block of cells, masked blocks apart; side 1 is the map itself. */
export function pooled(grid: Grid, side: number): Grid {
  if (side <= 1) return grid;
  const queries = Math.ceil(grid.queries / side);
  const keys = Math.ceil(grid.keys / side);
  const bits = new Uint16Array(queries * keys).fill(NAN_BITS);
  for (let query = 0; query < grid.queries; query++) {
    for (let key = 0; key < grid.keys; key++) {
      const at = Math.floor(query / side) * keys + Math.floor(key / side);
      const value = grid.bits[query * grid.keys + key] ?? NAN_BITS;
      // Weights are never negative, so their bits stand in the order of their values.
      if (!Number.isNaN(numberOf(value)) && (bits[at] === NAN_BITS || value > (bits[at] ?? 0))) bits[at] = value;
    }
  }
  return { queries, keys, bits };
}
