/** Zoom and pan of a map along one or two axes, as pure functions. Lengths are pixels of one kind throughout. */
import type { MapPlace } from "./types";
import type { Rect } from "./layout";

/** One axis of the map on screen. */
export interface Axis {
  /** Cells in all. */
  readonly count: number;
  /** Pixels of the window onto the map. */
  readonly size: number;
  /** Pixels a cell takes when everything fits. */
  readonly fit: number;
  /** 1: everything fits; larger: that many times closer. */
  readonly zoom: number;
  /** The first cell in the window, with its fraction. */
  readonly start: number;
}

export interface Viewport {
  readonly x: Axis;
  readonly y: Axis;
}

export const MAX_CELL = 96;

/** Cells are whole device pixels at fit where that keeps at least 84 % of the room; else some are one pixel larger. */
export function fitCell(count: number, size: number, ratio: number, most = Infinity): number {
  const cell = Math.min(most, size / Math.max(1, count));
  const whole = Math.floor(cell * ratio) / ratio;
  return whole >= 0.84 * cell ? whole : cell;
}

export const fitAxis = (count: number, fit: number): Axis => ({ count, size: fit * count, fit, zoom: 1, start: 0 });

export const cellSize = (axis: Axis): number => axis.fit * axis.zoom;

/** The first pixel of a cell; that of cell `count` is the end of the map. */
export const borderOf = (axis: Axis, cell: number): number => (cell - axis.start) * cellSize(axis);

/** An outline smaller than this would hide what it marks. */
const LEAST_OUTLINE = 5;

/** The pixels of a cell along an axis; null where there is no such cell, or none of it is in the window. */
export function spanOf(axis: Axis, cell: number | null): { readonly from: number; readonly length: number } | null {
  if (cell === null || cell < 0 || cell >= axis.count) return null;
  const from = borderOf(axis, cell);
  return from + cellSize(axis) <= 0 || from >= axis.size ? null : { from, length: cellSize(axis) };
}

/** Around a cell, and around its middle when the cell is very small; null where `spanOf` is. */
export function outlineOf(view: Viewport, query: number | null, key: number | null): Rect | null {
  const [row, column] = [spanOf(view.y, query), spanOf(view.x, key)];
  if (!row || !column) return null;
  const [width, height] = [Math.max(LEAST_OUTLINE, column.length), Math.max(LEAST_OUTLINE, row.length)];
  return { x: column.from + (column.length - width) / 2, y: row.from + (row.length - height) / 2, width, height };
}

/** The cell under a pixel: floor((x − x0) / cell), exact at the borders that `borderOf` draws; null outside. */
export function cellAt(axis: Axis, position: number): number | null {
  if (position < 0 || position >= axis.size) return null;
  let cell = Math.min(axis.count - 1, Math.floor(position / cellSize(axis) + axis.start));
  // Rounding of the quotient may differ from that of the border by one cell.
  while (cell > 0 && position < borderOf(axis, cell)) cell--;
  while (cell < axis.count - 1 && position >= borderOf(axis, cell + 1)) cell++;
  return cell;
}

/** Cells at least partly in the window, the last one excluded. */
export const visibleCells = (axis: Axis): readonly [number, number] => [
  Math.max(0, Math.floor(axis.start)),
  Math.min(axis.count, Math.ceil(axis.start + axis.size / cellSize(axis))),
];

const maxZoom = (axis: Axis): number => Math.max(1, MAX_CELL / axis.fit);

export function clamped(axis: Axis): Axis {
  const zoom = Math.min(maxZoom(axis), Math.max(1, axis.zoom));
  const most = Math.max(0, axis.count - axis.size / (axis.fit * zoom));
  return { ...axis, zoom, start: Math.min(most, Math.max(0, axis.start)) };
}

/** What stands at the pixel `at` stays there. */
export function zoomedAxis(axis: Axis, factor: number, at: number): Axis {
  const zoom = Math.min(maxZoom(axis), Math.max(1, axis.zoom * factor));
  const cell = axis.start + at / cellSize(axis);
  return clamped({ ...axis, zoom, start: cell - at / (axis.fit * zoom) });
}

export const pannedAxis = (axis: Axis, pixels: number): Axis => clamped({ ...axis, start: axis.start - pixels / cellSize(axis) });

/** Both axes by one factor, held to what both allow, so that the map keeps its proportions. */
export function zoomed(view: Viewport, factor: number, x: number, y: number): Viewport {
  const most = Math.min(maxZoom(view.x) / view.x.zoom, maxZoom(view.y) / view.y.zoom);
  const held = Math.max(Math.min(factor, most), 1 / Math.max(view.x.zoom, view.y.zoom));
  return { x: zoomedAxis(view.x, held, x), y: zoomedAxis(view.y, held, y) };
}

export const panned = (view: Viewport, x: number, y: number): Viewport => ({ x: pannedAxis(view.x, x), y: pannedAxis(view.y, y) });

/** Two fingers: the map follows their middle and stretches with their distance. */
export function pinched(view: Viewport, from: readonly [Point, Point], to: readonly [Point, Point]): Viewport {
  const [before, after] = [middle(from), middle(to)];
  const factor = distance(to) / Math.max(1, distance(from));
  return panned(zoomed(view, factor, before.x, before.y), after.x - before.x, after.y - before.y);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A wheel turn as a factor: lines and pages count as the pixels they usually are. */
export const wheelFactor = (delta: number, mode: number): number =>
  Math.exp(-Math.min(240, Math.max(-240, delta * ([1, 16, 400][mode] ?? 1))) * 0.0025);

/** Moves the window no more than needed to show a cell whole. */
export function revealed(axis: Axis, cell: number): Axis {
  const shown = axis.size / cellSize(axis);
  if (cell < axis.start) return clamped({ ...axis, start: cell });
  return cell + 1 > axis.start + shown ? clamped({ ...axis, start: cell + 1 - shown }) : axis;
}

/** The same place on the map after the window or its room has changed. */
export const refitted = (axis: Axis, count: number, size: number, fit: number): Axis =>
  count === axis.count ? clamped({ count, size, fit, zoom: axis.zoom, start: axis.start }) : { count, size, fit, zoom: 1, start: 0 };

/** Where a window is, whatever its size; null: it shows all. */
export const placeOf = ({ x, y }: Viewport): MapPlace | null =>
  x.zoom === 1 && y.zoom === 1 ? null : { zoom: Math.max(x.zoom, y.zoom), x: x.start, y: y.start, keys: x.count, queries: y.count };

/** The window at a place of the map that fits whole in `fit`; a place on another map is none on this one. */
export function viewAt(place: MapPlace | null, fit: Viewport): Viewport {
  if (!place || place.keys !== fit.x.count || place.queries !== fit.y.count) return fit;
  return { x: clamped({ ...fit.x, zoom: place.zoom, start: place.x }), y: clamped({ ...fit.y, zoom: place.zoom, start: place.y }) };
}
