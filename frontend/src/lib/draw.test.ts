import { beforeAll, describe, expect, test } from "vitest";
import { AtlasPainter, type Palette, type Tile, bandsIn, paintPicture, pictureOf } from "./draw";
import { colorTable } from "./color";
import { packed } from "./fixtures";
import { type Grid, gridOf } from "./grid";
import { atlasLayout } from "./layout";

/** What a browser gives for pixels in memory; it keeps the last image put on it. */
class Pixels {
  static made = 0;
  image: { data: Uint8ClampedArray } | null = null;
  constructor(readonly width: number, readonly height: number) {
    Pixels.made++;
  }
  getContext() {
    return { putImageData: (image: { data: Uint8ClampedArray }) => void (this.image = image) };
  }
}

beforeAll(() => {
  Object.assign(globalThis, {
    OffscreenCanvas: Pixels,
    ImageData: class {
      readonly data: Uint8ClampedArray;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
  });
});

/** A brush that notes the names of what it is asked to do. */
function noted() {
  const calls: string[] = [];
  const brush = new Proxy({}, { get: (_, name) => () => void calls.push(String(name)), set: () => true });
  return { brush: brush as CanvasRenderingContext2D, count: (name: string) => calls.filter((one) => one === name).length };
}

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

describe("the Atlas on its canvas", () => {
  const layout = atlasLayout({ rows: 30, columns: 9, group: 3, cells: 2, label: 20 }, { width: 892, height: 728, ratio: 1 });
  const padding = [] as const;

  test("C123: only tiles that changed are painted again", () => {
    const painter = new AtlasPainter();
    const tiles = Array.from({ length: 270 }, (): Tile => ({ grid: small(), faded: false }));
    const paint = (now: readonly Tile[], colors = palette) => {
      const { brush, count } = noted();
      return [painter.paint(brush, layout, now, colors, padding, 2, 1), count("drawImage")];
    };
    expect(paint(tiles)).toEqual([270, 270]);
    expect(paint(tiles)).toEqual([0, 0]);
    expect(paint(tiles.with(7, { grid: small(), faded: false }))).toEqual([1, 1]);
    expect(paint(tiles.with(7, { grid: tiles[7]?.grid ?? null, faded: true }))[0]).toBe(1);
    expect(paint(tiles, { ...palette })[0]).toBe(270);
  });

  test("a head that is not here is a flat tile with a dashed edge and no picture", () => {
    const { brush, count } = noted();
    new AtlasPainter().paint(brush, layout, [{ grid: null, faded: false }], palette, padding, 2, 1);
    expect([count("drawImage"), count("strokeRect")]).toEqual([0, 1]);
  });

  test("padding takes its rows and its columns", () => {
    expect(bandsIn({ x: 10, y: 20, width: 40, height: 40 }, [[3, 4]], 4)).toEqual([
      { x: 40, y: 20, width: 10, height: 40 }, { x: 10, y: 50, width: 40, height: 10 },
    ]);
  });
});
