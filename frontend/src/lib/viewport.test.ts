import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Axis, borderOf, cellAt, cellSize, fitAxis, fitCell, MAX_CELL, outlineOf, panned, pannedAxis, pinched, refitted, revealed, spanOf, visibleCells, wheelFactor,
  zoomed, zoomedAxis,
} from "./viewport";

const axes = fc
  .record({
    count: fc.integer({ min: 1, max: 4000 }), room: fc.integer({ min: 100, max: 2000 }), ratio: fc.constantFrom(0.8, 1, 1.5, 2, 3),
    factor: fc.double({ min: 0.2, max: 300, noNaN: true }), at: fc.double({ min: 0, max: 1, noNaN: true }), pan: fc.double({ min: -5000, max: 5000, noNaN: true }),
  })
  .map(({ count, room, ratio, factor, at, pan }): Axis => {
    const axis = fitAxis(count, fitCell(count, room, ratio));
    return pannedAxis(zoomedAxis(axis, factor, at * axis.size), pan);
  });

describe("the cell under the pointer", () => {
  test("C127: it is floor((x − x0) / cell) and changes exactly at cell borders, for page zoom 80, 100, 150 % and pixel ratio 1, 2", () => {
    for (const ratio of [0.8, 1, 1.5, 1.6, 2, 3]) {
      const axis = fitAxis(15, fitCell(15, 700, ratio));
      for (let cell = 0; cell < 15; cell++) {
        const border = borderOf(axis, cell);
        expect(cellAt(axis, border)).toBe(cell);
        expect(cellAt(axis, border - 1e-9)).toBe(cell ? cell - 1 : null);
        expect(cellAt(axis, border + cellSize(axis) / 2)).toBe(Math.floor((border + cellSize(axis) / 2) / cellSize(axis)));
      }
    }
  });

  test("C127: it agrees with the drawn borders after any zoom and pan", () => {
    fc.assert(
      fc.property(axes, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (axis, at) => {
        const position = at * axis.size;
        const cell = cellAt(axis, position);
        expect(cell).not.toBeNull();
        if (cell === null) return;
        expect(borderOf(axis, cell)).toBeLessThanOrEqual(position);
        // Behind the last cell the window itself ends, up to rounding.
        expect(borderOf(axis, cell + 1)).toBeGreaterThan(cell === axis.count - 1 ? position - 1e-6 : position);
      }),
    );
  });

  test("outside the window there is none", () => {
    const axis = fitAxis(10, 20);
    expect(cellAt(axis, -0.001)).toBeNull();
    expect(cellAt(axis, 200)).toBeNull();
  });
});

describe("the outline of a cell", () => {
  const wide = { x: fitAxis(10, 20), y: fitAxis(10, 20) };

  test("it is the cell's own pixels", () => {
    expect(spanOf(wide.x, 3)).toEqual({ from: 60, length: 20 });
    expect(outlineOf(wide, 2, 3)).toEqual({ x: 60, y: 40, width: 20, height: 20 });
  });

  test("around the middle of a cell of one pixel stands one of five", () => {
    const fine = { x: fitAxis(1000, 1), y: fitAxis(1000, 1) };
    expect(outlineOf(fine, 100, 200)).toEqual({ x: 198, y: 98, width: 5, height: 5 });
  });

  test("nothing chosen, a cell of a longer text and a cell outside the window have none", () => {
    const closer = zoomed(wide, 4, 0, 0);
    expect([spanOf(wide.x, null), spanOf(wide.x, 10), spanOf(closer.x, 9)]).toEqual([null, null, null]);
    expect(outlineOf(wide, 2, null)).toBeNull();
    expect(outlineOf(closer, 0, 0)).toEqual({ x: 0, y: 0, width: 80, height: 80 });
  });
});

describe("zoom and pan", () => {
  test("cells are whole device pixels when everything fits, and less than one when it cannot", () => {
    expect(fitCell(15, 700, 1)).toBe(46);
    expect(fitCell(15, 700, 2)).toBe(46.5);
    expect(fitCell(2000, 700, 2)).toBe(0.35);
  });

  test("whole pixels that would leave a third of the room empty give way", () => {
    expect(fitCell(495, 704, 1)).toBeCloseTo(1.422, 3);
    expect(fitCell(300, 704, 1)).toBe(2);
  });

  test("what is under the pointer stays under it", () => {
    const axis = zoomedAxis(fitAxis(2000, 0.35), 20, 300);
    const before = axis.start + 250 / cellSize(axis);
    const closer = zoomedAxis(axis, 1.7, 250);
    expect(closer.start + 250 / cellSize(closer)).toBeCloseTo(before, 9);
  });

  test("the window never leaves the map, however one drags", () => {
    fc.assert(
      fc.property(axes, (axis) => {
        expect(axis.start).toBeGreaterThanOrEqual(0);
        expect(axis.start + axis.size / cellSize(axis)).toBeLessThanOrEqual(axis.count + 1e-6);
        expect(cellSize(axis)).toBeLessThanOrEqual(Math.max(MAX_CELL, axis.fit) + 1e-9);
        expect(axis.zoom).toBeGreaterThanOrEqual(1);
        const [first, end] = visibleCells(axis);
        expect(first).toBeLessThan(end);
      }),
    );
  });

  test("zooming in and out again ends where everything fits", () => {
    const view = { x: fitAxis(15, 46), y: fitAxis(15, 30) };
    let now = view;
    for (let step = 0; step < 4; step++) now = zoomed(now, 1.5, 100, 200);
    for (let step = 0; step < 9; step++) now = zoomed(now, 1 / 1.5, 50, 10);
    expect(now).toEqual(view);
  });

  test("both axes keep their proportion, also at the closest", () => {
    const closest = zoomed({ x: fitAxis(15, 46), y: fitAxis(15, 30) }, 1e6, 0, 0);
    expect(cellSize(closest.x) / cellSize(closest.y)).toBeCloseTo(46 / 30, 9);
    expect(cellSize(closest.x)).toBeLessThanOrEqual(MAX_CELL);
  });

  test("two fingers apart by twice the distance zoom in twice about their middle", () => {
    const view = { x: fitAxis(1000, 0.5), y: fitAxis(1000, 0.5) };
    const next = pinched(view, [{ x: 200, y: 250 }, { x: 300, y: 250 }], [{ x: 150, y: 250 }, { x: 350, y: 250 }]);
    expect(next.x.zoom).toBeCloseTo(2, 9);
    expect(next.x.start + 250 / cellSize(next.x)).toBeCloseTo(500, 6);
  });

  test("dragging to the right shows what lies to the left", () => {
    const view = zoomed({ x: fitAxis(100, 5), y: fitAxis(100, 5) }, 4, 250, 250);
    expect(panned(view, 40, 0).x.start).toBeCloseTo(view.x.start - 2, 9);
    expect(panned(view, 40, 0).y.start).toBe(view.y.start);
  });

  test("a cell out of the window is brought to its nearer edge; one inside moves nothing", () => {
    const axis = { ...fitAxis(100, 5), zoom: 4, start: 40 };
    expect(revealed(axis, 50)).toBe(axis);
    expect(revealed(axis, 10).start).toBe(10);
    expect(revealed(axis, 80).start).toBe(56);
  });

  test("C125: refitting to the same room twenty times changes nothing", () => {
    const first = zoomedAxis(fitAxis(27, 26), 2, 100);
    let axis = first;
    for (let turn = 0; turn < 20; turn++) axis = refitted(axis, 27, first.size, 26);
    expect(axis).toEqual(first);
    expect(refitted(first, 15, 690, 46)).toEqual({ count: 15, size: 690, fit: 46, zoom: 1, start: 0 });
  });

  test("a wheel notch zooms by the same factor whatever unit it is counted in", () => {
    expect(wheelFactor(-100, 0)).toBeCloseTo(1.284, 3);
    expect(wheelFactor(-3, 1)).toBeCloseTo(wheelFactor(-48, 0), 9);
    expect(wheelFactor(100, 0) * wheelFactor(-100, 0)).toBeCloseTo(1, 12);
  });
});
