import { beforeAll, describe, expect, test } from "vitest";
import { AtlasPainter, type Tile } from "./atlas";
import { colorTable } from "./color";
import type { Palette } from "./draw";
import { Pixels, noted, packed, standIn } from "./fixtures";
import { type Grid, gridOf } from "./grid";
import { atlasLayout } from "./layout";

beforeAll(standIn);

const palette: Palette = {
  table: colorTable("light", "sqrt"), surface: "#fff", unloaded: "#eee", edge: "#ccc", hidden: "#eee", hatch: "#ccc", dots: "#ccc",
};
const small = (): Grid => gridOf(packed([2, 2], [1, NaN, 0.25, 0]));

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
    const before = Pixels.made;
    expect(paint(tiles)).toEqual([270, 270]);
    expect(Pixels.made - before).toBe(1);
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
});
