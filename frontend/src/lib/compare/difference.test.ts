import { describe, expect, it } from "vitest";
import { differenceTable, placeOfDifference } from "../color";
import { bitsOf, numberOf } from "../float16";
import { gridOf } from "../grid";
import { packed } from "../fixtures";
import { differenceFrom, differenceOf, runsOf } from "./difference";

const grid = (...rows: readonly (readonly number[])[]) => gridOf(packed([rows.length, rows[0]?.length ?? 0], rows.flat()));
const numbers = (bits: Uint16Array) => Array.from(bits, numberOf);

describe("the difference of two maps", () => {
  const base = grid([1, NaN, NaN], [0.5, 0.5, NaN], [0.25, 0.25, 0.5]);
  const variant = grid([1, NaN, NaN], [NaN, 1, NaN], [NaN, 0.5, 0.5]);

  it("is the variant less the base, a masked cell counting as none, one masked in both staying apart", () => {
    expect(numbers(differenceOf(variant, base).bits)).toEqual([0, NaN, NaN, -0.5, 0.5, NaN, -0.25, 0.25, 0]);
  });

  it("knows the cells that the variant's mask alone removed, and those alone", () => {
    expect([...differenceOf(variant, base).removed]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect([...differenceOf(base, variant).removed]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(runsOf(Uint8Array.from([1, 1, 0, 1]), 4, 0)).toEqual([[0, 2], [3, 4]]);
  });

  it("is made once", () => {
    expect(differenceOf(variant, base)).toBe(differenceOf(variant, base));
  });

  it("is read from a tile, bit by bit", () => {
    const tile = { difference: packed([3, 3], [0, NaN, NaN, -0.5, 0.5, NaN, -0.25, 0.25, 0]), removed: Uint8Array.from([0b00010010, 0]), added: new Uint8Array(2) };
    expect(differenceFrom(tile)).toEqual(differenceOf(variant, base));
  });
});

describe("the colour of a difference", () => {
  it("stands on a signed √ scale from −1 to +1", () => {
    expect([-1, -0.25, 0, 0.25, 1, 5].map(placeOfDifference)).toEqual([0, 0.25, 0.5, 0.75, 1, 1]);
  });

  it.each(["light", "dark"] as const)("is that of the stops in %s, and none where masked", (theme) => {
    const table = differenceTable(theme);
    const hex = (value: number) => {
      const color = table[bitsOf(value)] ?? 0;
      return [color & 255, (color >> 8) & 255, (color >> 16) & 255].map((byte) => byte.toString(16).padStart(2, "0")).join("").toUpperCase();
    };
    expect([-1, 0, 1].map(hex)).toEqual(theme === "light" ? ["4E3F9C", "F1F0F4", "844C00"] : ["C5B8FF", "2A2825", "FFBD5D"]);
    expect(table[bitsOf(NaN)]).toBe(0);
  });
});
