import { expect, test } from "vitest";
import { countOf, packedBits, sameCells, spansInWords, spansOf, unpacked, withRectangle, type Cells } from "./cells";

/** # sees, anything else does not. */
const drawn = (...rows: string[]): Cells => ({
  queries: rows.length,
  keys: rows[0]?.length ?? 0,
  sees: Uint8Array.from(rows.join(""), (cell) => (cell === "#" ? 1 : 0)),
});

test("bits come row by row, the first cell in the highest bit", () => {
  // 100 110 111 and seven bits that nobody reads: 1001 1011 1000 0000
  expect(unpacked({ queries: 3, keys: 3, bits: btoa("\x9b\x80") })).toEqual(drawn("#..", "##.", "###"));
});

test("cells that are packed and unpacked are the same", () => {
  const cells = drawn("#.#.#", ".....", "#####");
  expect(unpacked({ queries: 3, keys: 5, bits: packedBits(cells) })).toEqual(cells);
});

test("a row is told by its runs of keys", () => {
  const cells = drawn("##.....####", "...........", "#.#.#......");
  expect(spansOf(cells, 0)).toEqual([[0, 1], [7, 10]]);
  expect(countOf(spansOf(cells, 0))).toBe(6);
  expect(spansInWords(spansOf(cells, 0))).toBe("0–1, 7–10");
  expect(spansOf(cells, 1)).toEqual([]);
  expect(spansInWords(spansOf(cells, 2))).toBe("0, 2, 4");
  expect(spansInWords(spansOf(cells, 2), 2)).toBe("0, 2, …");
});

test("a rectangle is painted between any two corners, and the cells before stay as they were", () => {
  const before = drawn("....", "....", "....");
  const after = withRectangle(before, { query: 2, key: 2 }, { query: 1, key: 0 }, 1);
  expect(after).toEqual(drawn("....", "###.", "###."));
  expect(before).toEqual(drawn("....", "....", "...."));
  expect(sameCells(withRectangle(after, { query: 1, key: 0 }, { query: 2, key: 3 }, 0), before)).toBe(true);
});
