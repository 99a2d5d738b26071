import { describe, expect, test } from "vitest";
import { bitsOf } from "./float16";
import { type Grid, gridOf, headOf, pooled, rowOf, weightAt } from "./grid";

const packed = (shape: number[], values: number[]) =>
  ({ shape, dtype: "float16", data: new Uint8Array(Uint16Array.from(values, bitsOf).buffer) }) as const;

const numbers = (grid: Grid): number[] => Array.from({ length: grid.queries }, (_, q) => [...rowOf(grid, q)]).flat();

describe("maps", () => {
  test("a head is cut out of the array of all heads", () => {
    const heads = packed([2, 2, 2], [1, NaN, 0.5, 0.5, 1, NaN, 0.25, 0.75]);
    expect(numbers(headOf(heads, 1))).toEqual([1, NaN, 0.25, 0.75]);
  });

  test("a cell outside the map is NaN, not another row's number", () => {
    const grid = gridOf(packed([2, 2], [1, 0, 0.5, 0.5]));
    expect(weightAt(grid, 0, 2)).toBeNaN();
    expect(weightAt(grid, -1, 0)).toBeNaN();
    expect(weightAt(grid, 1, 1)).toBe(0.5);
  });

  test("a block shows its largest weight and is masked only when all its cells are", () => {
    const N = NaN;
    const grid = gridOf(packed([3, 3], [1, N, N, 0.25, 0.75, N, 0, 0.125, 0.5]));
    expect(numbers(pooled(grid, 2))).toEqual([1, N, 0.125, 0.5]);
    expect(pooled(grid, 1)).toBe(grid);
  });

  test("a block of zeros and masked cells is zero, not masked", () => {
    expect(numbers(pooled(gridOf(packed([2, 2], [NaN, 0, NaN, NaN])), 2))).toEqual([0]);
  });
});
