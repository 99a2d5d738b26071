import { describe, expect, test } from "vitest";
import { byWeight, entropyOf, rankOf, summary } from "./row";

const row = [0.25, 0.5, NaN, 0.125, 0.125];

describe("one row", () => {
  test("masked keys are no keys: they are neither listed nor counted", () => {
    expect(byWeight(row).map(({ key }) => key)).toEqual([1, 0, 3, 4]);
    expect(summary(row, 2)).toEqual({
      top: [{ key: 1, weight: 0.5 }, { key: 0, weight: 0.25 }], others: { count: 2, weight: 0.25 }, visible: 4,
    });
  });

  test("asking for more keys than there are leaves no others", () => {
    expect(summary(row, 9).others).toEqual({ count: 0, weight: 0 });
  });

  test("equal weights share a rank, a masked key has none", () => {
    expect([0, 1, 2, 3, 4].map((key) => rankOf(row, key))).toEqual([2, 1, null, 3, 3]);
  });

  test("entropy of an even row over four keys is log 4, of a single key 0", () => {
    expect(entropyOf([0.25, 0.25, 0.25, 0.25, NaN])).toBeCloseTo(Math.log(4), 12);
    expect(entropyOf([1, 0, NaN])).toBe(0);
  });
});
