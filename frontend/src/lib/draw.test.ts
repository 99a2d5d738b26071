import { beforeAll, describe, expect, test } from "vitest";
import { type Palette, bandsIn, paintPicture, pictureOf } from "./draw";
import { colorTable } from "./color";
import { Pixels, noted, packed, standIn } from "./fixtures";
import { type Grid, gridOf } from "./grid";

beforeAll(standIn);

const palette: Palette = {
  table: colorTable("light", "sqrt"), surface: "#fff", unloaded: "#eee", edge: "#ccc", hidden: "#eee", hatch: "#ccc", dots: "#ccc",
};
const N = NaN;
const small = (): Grid => gridOf(packed([2, 2], [1, N, 0.25, 0]));

describe("pictures", () => {
  test("a cell is one pixel: masked is transparent, zero is the first colour of the scale", () => {
    const picture = pictureOf(small(), palette.table) as unknown as Pixels;
    const pixels = new Uint32Array(picture.image?.data.buffer ?? new ArrayBuffer(0));
    expect([...pixels].map((rgba) => rgba.toString(16))).toEqual(["ff351e11", "0", (palette.table[0x3400] ?? 0).toString(16), "fff3f5f1"]);
  });

  test("a picture is made once for each table", () => {
    const grid = small();
    const before = Pixels.made;
    expect(pictureOf(grid, palette.table)).toBe(pictureOf(grid, palette.table));
    expect(Pixels.made - before).toBe(1);
    pictureOf(grid, colorTable("dark", "sqrt"));
    expect(Pixels.made - before).toBe(2);
  });

  test("C123: a head of 512 × 512 tokens is one picture and one call, not 262,144 elements", () => {
    const { brush, count } = noted();
    const grid = { queries: 512, keys: 512, bits: new Uint16Array(512 * 512) };
    const cells = { x: 0, y: 0, width: 512, height: 512 };
    paintPicture(brush, pictureOf(grid, palette.table), cells, cells, palette);
    expect(count("drawImage")).toBe(1);
    expect(count("fillRect")).toBe(2);
  });
});

test("padding takes its rows and its columns", () => {
  expect(bandsIn({ x: 10, y: 20, width: 40, height: 40 }, [[3, 4]], 4)).toEqual([
    { x: 40, y: 20, width: 10, height: 40 }, { x: 10, y: 50, width: 40, height: 10 },
  ]);
});
