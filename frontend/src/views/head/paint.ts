/** One head's map in the window of its viewport: cells, bands without numbers, and the numbers themselves. */
import { colorOf, inkOn } from "../../lib/color";
import { type Palette, paintBand, paintPicture, pictureOf } from "../../lib/draw";
import { weightAt } from "../../lib/grid";
import type { Rect } from "../../lib/layout";
import type { Span } from "../../lib/pattern";
import type { Piece } from "../../lib/tiles";
import type { Theme, Transform } from "../../lib/types";
import { type Axis, borderOf, cellSize, visibleCells, type Viewport } from "../../lib/viewport";

type Brush = CanvasRenderingContext2D;

/** Smaller cells hold no number. CSS pixels. */
const NUMBER_WIDTH = 34;
const NUMBER_HEIGHT = 18;
const LEAST_NUMBER = 0.005;

export const holdsNumbers = (view: Viewport): boolean => cellSize(view.x) >= NUMBER_WIDTH && cellSize(view.y) >= NUMBER_HEIGHT;

/** .56, 1.00; nothing below .005. */
export const shortWeight = (weight: number): string =>
  weight >= 0.995 ? weight.toFixed(2) : weight >= LEAST_NUMBER ? weight.toFixed(2).slice(1) : "";

/** Device pixels from the border of one cell to that of another, within the window. */
function stretch(axis: Axis, first: number, end: number, ratio: number): readonly [number, number] {
  const limit = Math.round(axis.size * ratio);
  const clip = (position: number): number => Math.min(limit, Math.max(0, Math.round(position * ratio)));
  return [clip(borderOf(axis, first)), clip(borderOf(axis, end))];
}

function onScreen(view: Viewport, cells: Rect, ratio: number): Rect {
  const [x, right] = stretch(view.x, cells.x, cells.x + cells.width, ratio);
  const [y, bottom] = stretch(view.y, cells.y, cells.y + cells.height, ratio);
  return { x, y, width: right - x, height: bottom - y };
}

const common = (a: Rect, b: Rect): Rect => {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
};

/** Cells at least partly in the window. */
export function windowOf(view: Viewport): Rect {
  const [x, right] = visibleCells(view.x);
  const [y, bottom] = visibleCells(view.y);
  return { x, y, width: right - x, height: bottom - y };
}

/** `part`: the cells of the whole map to take from the piece. */
export function paintPiece(brush: Brush, view: Viewport, piece: Piece, part: Rect, palette: Palette, ratio: number): void {
  const cells = common(common(piece.cells, part), windowOf(view));
  if (cells.width <= 0 || cells.height <= 0) return;
  const source = {
    x: (cells.x - piece.cells.x) / piece.side,
    y: (cells.y - piece.cells.y) / piece.side,
    width: cells.width / piece.side,
    height: cells.height / piece.side,
  };
  // The window may begin within a cell: draw from the cell's own border, the canvas cuts what is outside.
  const target = {
    x: Math.round(borderOf(view.x, cells.x) * ratio),
    y: Math.round(borderOf(view.y, cells.y) * ratio),
    width: Math.round(borderOf(view.x, cells.x + cells.width) * ratio) - Math.round(borderOf(view.x, cells.x) * ratio),
    height: Math.round(borderOf(view.y, cells.y + cells.height) * ratio) - Math.round(borderOf(view.y, cells.y) * ratio),
  };
  paintPicture(brush, pictureOf(piece.grid, palette.table), source, target, palette);
}

export interface Bands {
  readonly queries: readonly Span[];
  readonly keys: readonly Span[];
}

export function paintBands(brush: Brush, view: Viewport, bands: Bands, fill: CanvasPattern | string, palette: Palette, ratio: number): void {
  const [queries, keys] = [view.y.count, view.x.count];
  for (const [first, end] of bands.keys)
    paintBand(brush, onScreen(view, { x: first, y: 0, width: end - first, height: queries }, ratio), fill, palette);
  for (const [first, end] of bands.queries)
    paintBand(brush, onScreen(view, { x: 0, y: first, width: keys, height: end - first }, ratio), fill, palette);
}

const middleOf = (axis: Axis, cell: number): number => borderOf(axis, cell) + cellSize(axis) / 2;

/** Two decimals in each cell of an exact piece, black or white by the cell's own luminance. */
export function paintNumbers(brush: Brush, view: Viewport, piece: Piece, theme: Theme, transform: Transform, ratio: number): void {
  if (piece.side !== 1) return;
  const { x, y, width, height } = common(piece.cells, windowOf(view));
  brush.font = `${12 * ratio}px ${getComputedStyle(brush.canvas).fontFamily}`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  for (let query = y; query < y + height; query++)
    for (let key = x; key < x + width; key++) {
      const weight = weightAt(piece.grid, query - piece.cells.y, key - piece.cells.x);
      const words = shortWeight(weight);
      if (!words) continue;
      const [left, top] = [middleOf(view.x, key), middleOf(view.y, query)];
      if (left < 0 || top < 0 || left > view.x.size || top > view.y.size) continue;
      brush.fillStyle = inkOn(colorOf(theme, transform, weight));
      brush.fillText(words, left * ratio, (top + 0.5) * ratio);
    }
}
