import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atlasLayout, oblongOf, slotAt, tileRect } from "./layout";

const smol = { rows: 30, columns: 9, group: 3, cells: 15, label: 20 };
const desk = { width: 892, height: 728, ratio: 1 };

describe("the Atlas's tiles", () => {
  test("30 × 9 heads on the desk stand in two blocks of 15 layers, nothing scrolls, cells are three pixels", () => {
    const layout = atlasLayout(smol, desk);
    expect(layout.blocks).toBe(2);
    expect(layout.tile).toBe(45);
    expect(layout.height).toBeLessThanOrEqual(728);
    const last = tileRect(layout, 269);
    expect(last.x + last.width).toBeLessThanOrEqual(892);
  });

  test("on a phone one block fills the width and scrolls", () => {
    const layout = atlasLayout(smol, { width: 374 * 2, height: 500 * 2, ratio: 2 });
    expect(layout.blocks).toBe(1);
    expect(layout.tile).toBe(75);
    expect(layout.height).toBeGreaterThan(1000);
  });

  test("gaps: 1 px in a group, 4 px between groups, 2 px between layers, at any pixel ratio", () => {
    for (const ratio of [1, 1.5, 2]) {
      const layout = atlasLayout(smol, { width: 892 * ratio, height: 728 * ratio, ratio });
      const x = (slot: number) => tileRect(layout, slot).x;
      expect(x(1) - x(0) - layout.tile).toBe(Math.round(ratio));
      expect(x(3) - x(2) - layout.tile).toBe(Math.round(ratio) + Math.round(3 * ratio));
      expect(tileRect(layout, 9).y - tileRect(layout, 0).y - layout.tile).toBe(Math.round(2 * ratio));
    }
  });

  test("a map with more cells than pixels is pooled to fit, never sampled", () => {
    const layout = atlasLayout({ ...smol, cells: 64 }, desk);
    expect(layout.cells).toBeLessThanOrEqual(layout.tile);
    expect(layout.cells).toBe(32);
  });

  const shapes = fc.record({
    rows: fc.integer({ min: 1, max: 48 }), columns: fc.integer({ min: 1, max: 32 }), group: fc.integer({ min: 1, max: 8 }), cells: fc.integer({ min: 1, max: 64 }),
    label: fc.constantFrom(20, 34),
  });
  const rooms = fc.record({ width: fc.integer({ min: 300, max: 3000 }), height: fc.integer({ min: 200, max: 2000 }), ratio: fc.constantFrom(1, 1.25, 2, 3) });

  test("every pixel of a tile hits that tile and only that", () => {
    fc.assert(
      fc.property(shapes, rooms, fc.nat(), (shape, room, pick) => {
        const layout = atlasLayout(shape, room);
        const slot = pick % (shape.rows * shape.columns);
        const { x, y, width, height } = tileRect(layout, slot);
        for (const value of [x, y, width]) expect(Number.isInteger(value)).toBe(true);
        expect(slotAt(layout, x, y)).toBe(slot);
        expect(slotAt(layout, x + width - 1, y + height - 1)).toBe(slot);
        expect(slotAt(layout, x - 1, y)).not.toBe(slot);
        expect(slotAt(layout, x, y + height)).not.toBe(slot);
      }),
    );
  });

  test("a map of 6 queries and 12 keys is twice as wide as high, and more of it fits", () => {
    const square = atlasLayout({ rows: 3, columns: 4, group: 1, cells: 12, label: 20 }, desk);
    const layout = atlasLayout({ rows: 3, columns: 4, group: 1, cells: 12, label: 20, oblong: oblongOf(6, 12) }, desk);
    const { width, height } = tileRect(layout, 0);
    expect([width, height]).toEqual([layout.tile, layout.tile / 2]);
    expect(layout.tile % 12).toBe(0);
    expect(layout.tile).toBeGreaterThanOrEqual(square.tile);
    for (const slot of [0, 5, 11]) {
      const at = tileRect(layout, slot);
      expect(slotAt(layout, at.x + width - 1, at.y + height - 1)).toBe(slot);
      expect(slotAt(layout, at.x, at.y + height)).not.toBe(slot);
    }
    expect(oblongOf(5, 5)).toEqual({ across: 1, down: 1 });
    expect(oblongOf(0, 0)).toEqual({ across: 1, down: 1 });
  });
});
