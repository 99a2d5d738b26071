import { describe, expect, test } from "vitest";
import { packed, token } from "./fixtures";
import { gridOf, rowOf } from "./grid";
import { firstReal, hiddenOf, hide, hideQuery, hideRow } from "./hide";

const N = NaN;
const off = { hideSpecial: false, hideFirst: false, renormalise: false };
const tokens = [token("[CLS]", { role: "special" }), token("he"), token("ran"), token("[SEP]", { role: "special" })];
const self = { queries: tokens, keys: tokens };
const grid = gridOf(packed([4, 4], [0.25, 0.25, 0.25, 0.25, 0.5, 0.125, 0.25, 0.125, 0.5, 0.25, 0.125, 0.125, 1, 0, 0, 0]));

describe("hiding", () => {
  test("C119: hiding special tokens leaves the other values as they were", () => {
    const shown = hide(grid, hiddenOf(self, { ...off, hideSpecial: true }), false);
    expect([...rowOf(shown, 1)]).toEqual([N, 0.125, 0.25, N]);
    expect([...rowOf(shown, 0)]).toEqual([N, N, N, N]);
  });

  test("C119: renormalising is its own switch and makes what is left sum to 1", () => {
    const shown = hide(grid, hiddenOf(self, { ...off, hideSpecial: true }), true);
    const row = [...rowOf(shown, 1)].filter((weight) => !Number.isNaN(weight));
    expect(row[0]).toBeCloseTo(1 / 3, 3);
    expect(row[1]).toBeCloseTo(2 / 3, 3);
  });

  test("the first real token is hidden as a key and stays as a query", () => {
    expect(firstReal(tokens)).toBe(1);
    const shown = hide(grid, hiddenOf(self, { ...off, hideFirst: true }), false);
    expect([...rowOf(shown, 1)]).toEqual([0.5, N, 0.25, 0.125]);
  });

  test("a row with nothing left stays without numbers instead of dividing by zero", () => {
    const only = gridOf(packed([1, 2], [1, 0]));
    expect([...rowOf(hide(only, { queries: [false], keys: [true, false] }, true), 0)]).toEqual([N, 0]);
  });

  test("the map given is not changed", () => {
    hide(grid, hiddenOf(self, { ...off, hideSpecial: true }), true);
    expect([...rowOf(grid, 0)]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test("a row alone is hidden as it is within its map", () => {
    for (const renormalise of [false, true])
      for (const query of [0, 1]) {
        const hidden = hiddenOf(self, { hideSpecial: true, hideFirst: true, renormalise });
        const alone = hideRow(rowOf(grid, query), query, hidden, renormalise);
        rowOf(hide(grid, hidden, renormalise), query).forEach((weight, key) =>
          Number.isNaN(weight) ? expect(alone[key]).toBeNaN() : expect(alone[key]).toBeCloseTo(weight, 3),
        );
      }
  });

  test("in a map of cross-attention each side hides its own special tokens, and the first token is the source's", () => {
    const source = [token("他"), token("跑"), token("</s>", { role: "special" })];
    expect(hiddenOf({ queries: tokens, keys: source }, { ...off, hideSpecial: true, hideFirst: true })).toEqual({
      queries: [true, false, false, true],
      keys: [true, false, true],
    });
  });

  test("the address names what is hidden", () => {
    expect(hideQuery(off)).toEqual({});
    expect(hideQuery({ hideSpecial: true, hideFirst: true, renormalise: true })).toEqual({ hide: "special,first", renormalise: "1" });
  });
});
