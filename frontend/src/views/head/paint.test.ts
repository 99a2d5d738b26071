import { describe, expect, test } from "vitest";
import { colorTable } from "../../lib/color";
import type { Palette } from "../../lib/draw";
import { packed, standIn } from "../../lib/fixtures";
import { gridOf } from "../../lib/grid";
import { fitAxis, type Viewport } from "../../lib/viewport";
import { holdsNumbers, paintNumbers, paintPiece, shortWeight, windowOf } from "./paint";

standIn();
const square = (count: number, cell: number): Viewport => ({ x: fitAxis(count, cell), y: fitAxis(count, cell) });
const palette: Palette = {
  table: colorTable("light", "sqrt"), surface: "#fff", unloaded: "#eee", edge: "#ccc", hidden: "#eee", hatch: "#ccc", dots: "#ccc",
};

/** A brush that keeps the arguments of each call. */
function noted() {
  const calls: [string, unknown[]][] = [];
  const brush = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => (name === "canvas" ? {} : (...given: unknown[]) => void calls.push([String(name), given])),
    set: () => true,
  });
  return { brush: brush as unknown as CanvasRenderingContext2D, of: (name: string) => calls.filter(([one]) => one === name).map(([, given]) => given) };
}

describe("numbers in cells", () => {
  test("from 34 × 18 pixels on", () => {
    expect(holdsNumbers({ x: fitAxis(5, 34), y: fitAxis(5, 18) })).toBe(true);
    expect(holdsNumbers({ x: fitAxis(5, 33), y: fitAxis(5, 30) })).toBe(false);
    expect(holdsNumbers({ x: fitAxis(5, 40), y: fitAxis(5, 17) })).toBe(false);
  });

  test("two decimals without a leading zero, 1.00 for one, nothing below .005 or where masked", () => {
    expect([0.565, 0.005, 0.0049, 0.996, 1, 0, NaN].map(shortWeight)).toEqual([".56", ".01", "", "1.00", "1.00", "", ""]);
  });

  test("only where a cell's middle is in the window", () => {
    Object.assign(globalThis, { getComputedStyle: () => ({ fontFamily: "sans" }) });
    const piece = { grid: gridOf(packed([3, 3], Array<number>(9).fill(0.5))), cells: { x: 0, y: 0, width: 3, height: 3 }, side: 1 };
    const { brush, of } = noted();
    const axis = { ...fitAxis(3, 40), zoom: 2, start: 0.6 };
    paintNumbers(brush, { x: axis, y: axis }, piece, "light", "sqrt", 1);
    expect(of("fillText").map(([words, x, y]) => [words, x, y])).toEqual([[".50", 72, 72.5]]);
  });
});

describe("pieces of a map", () => {
  test("a coarse tile is drawn where its part of the map is, in its own cells", () => {
    const { brush, of } = noted();
    const grid = { queries: 256, keys: 256, bits: new Uint16Array(65536) };
    const piece = { grid, cells: { x: 0, y: 0, width: 1024, height: 1024 }, side: 4 };
    paintPiece(brush, square(1024, 0.5), piece, { x: 512, y: 256, width: 256, height: 256 }, palette, 2);
    expect(of("drawImage")[0]?.slice(1)).toEqual([128, 64, 64, 64, 512, 256, 256, 256]);
  });

  test("only cells in the window are drawn, from the border of the first, at device pixels", () => {
    const view = { x: { ...fitAxis(100, 5), zoom: 4, start: 10.5 }, y: { ...fitAxis(100, 5), zoom: 4, start: 0 } };
    expect(windowOf(view)).toEqual({ x: 10, y: 0, width: 26, height: 25 });
    const { brush, of } = noted();
    const piece = { grid: { queries: 100, keys: 100, bits: new Uint16Array(10000) }, cells: { x: 0, y: 0, width: 100, height: 100 }, side: 1 };
    paintPiece(brush, view, piece, piece.cells, palette, 1);
    expect(of("drawImage")[0]?.slice(1)).toEqual([10, 0, 26, 25, -10, 0, 520, 500]);
  });

  test("a piece out of the window is not drawn", () => {
    const { brush, of } = noted();
    const piece = { grid: { queries: 1, keys: 1, bits: new Uint16Array(1) }, cells: { x: 60, y: 60, width: 1, height: 1 }, side: 1 };
    paintPiece(brush, { x: { ...fitAxis(100, 5), zoom: 4 }, y: { ...fitAxis(100, 5), zoom: 4 } }, piece, piece.cells, palette, 1);
    expect(of("drawImage")).toEqual([]);
  });
});
