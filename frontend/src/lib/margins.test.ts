import { describe, expect, test } from "vitest";
import { packed } from "./fixtures";
import { gridOf } from "./grid";
import { hide } from "./hide";
import { marginsOf } from "./margins";

const N = NaN;
const whole = gridOf(packed([3, 3], [1, N, N, 0.5, 0.5, N, 0.25, 0.25, 0.5]));

describe("margins", () => {
  test("mean received counts only the queries that may see the key", () => {
    const { received, entropy, hidden } = marginsOf(whole, whole, { queries: [], keys: [] });
    expect([...received]).toEqual([Math.fround(1.75 / 3), 0.375, 0.5]);
    expect(entropy[0]).toBe(0);
    expect(entropy[1]).toBeCloseTo(Math.LN2, 6);
    expect([...hidden]).toEqual([0, 0, 0]);
  });

  test("a hidden column's weight is counted as hidden and its mean is none", () => {
    const first = { queries: [false, false, false], keys: [true, false, false] };
    const { received, hidden, entropy } = marginsOf(whole, hide(whole, first, false), first);
    expect([...hidden]).toEqual([1, 0.5, 0.25]);
    expect(received[0]).toBeNaN();
    expect(entropy[0]).toBeNaN();
    expect(entropy[1]).toBeCloseTo(0.5 * Math.LN2, 6);
  });
});
