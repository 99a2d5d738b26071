import { expect, it } from "vitest";
import { across, bounds, cosines, path, shownPairs } from "./curve";

it("draws values from the top at 1 to the bottom at -1", () => {
  expect(path([1, 0, -1], 20, 10)).toBe("M0.0 2.0L10.0 5.0L20.0 8.0");
  expect(path([0], 20, 10)).toBe("M0.0 5.0");
});

it("puts round bounds around the values and 0", () => {
  expect(bounds([-0.3, -3.2])).toEqual({ low: -3.5, high: 0 });
  expect(bounds([0.2, 0.9])).toEqual({ low: 0, high: 0.9 });
  expect(bounds([])).toEqual({ low: -1, high: 1 });
  expect(bounds([NaN, 0])).toEqual({ low: -1, high: 1 });
  expect(across(0, { low: -2, high: 2 }, 40)).toBe(20);
});

it("turns a pair by its speed for each token between", () => {
  expect(cosines(Math.PI / 2, 1, 5).map((value) => Math.round(value * 1e6) / 1e6 || 0)).toEqual([1, 0, -1, 0, 1]);
  expect(cosines(1, 2, 1)).toEqual([4]);
});

it("shows the fastest, the slowest and some pairs between", () => {
  expect(shownPairs(4)).toEqual([0, 1, 2, 3]);
  expect(shownPairs(32)).toEqual([0, 8, 16, 23, 31]);
});
