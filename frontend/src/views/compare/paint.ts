/** A map of differences in the window of its viewport: its colours, and a hatch of the surface over what a mask removed. */
import { differenceTable } from "../../lib/color";
import { type Difference, runsOf } from "../../lib/compare/difference";
import type { Palette } from "../../lib/draw";
import { HATCH_STEP, hatch } from "../../lib/pattern";
import type { Rect } from "../../lib/layout";
import type { Piece } from "../../lib/tiles";
import type { Theme } from "../../lib/types";
import { borderOf, type Viewport, visibleCells } from "../../lib/viewport";
import { paintPiece } from "../head/paint";

type Brush = CanvasRenderingContext2D;

export interface DifferencePalette extends Palette {
  readonly removed: CanvasPattern | string;
}

const made = new WeakMap<Palette, DifferencePalette>();

/** Made once for each palette of weights. */
export function differencePalette(brush: Brush, palette: Palette, theme: Theme, ratio: number): DifferencePalette {
  const ready = made.get(palette) ?? {
    ...palette, table: differenceTable(theme), removed: hatch(brush, HATCH_STEP.thumbnail, palette.surface, ratio),
  };
  made.set(palette, ready);
  return ready;
}

const removedOf = (piece: Piece): Uint8Array | null => ("removed" in piece.grid ? (piece.grid as Difference).removed : null);

export function paintDifference(brush: Brush, view: Viewport, piece: Piece, part: Rect, palette: DifferencePalette, ratio: number): void {
  paintPiece(brush, view, piece, part, palette, ratio);
  const removed = removedOf(piece);
  if (!removed) return;
  const [first, end] = visibleCells(view.y);
  const { cells, side, grid } = piece;
  const at = (axis: "x" | "y", cell: number): number => Math.round(borderOf(view[axis], cell) * ratio);
  brush.fillStyle = palette.removed;
  brush.beginPath();
  for (let line = 0; line < grid.queries; line++) {
    const [top, bottom] = [cells.y + line * side, Math.min(cells.y + (line + 1) * side, cells.y + cells.height)];
    if (bottom <= Math.max(first, part.y) || top >= Math.min(end, part.y + part.height)) continue;
    for (const [from, to] of runsOf(removed, grid.keys, line)) {
      const left = Math.max(part.x, cells.x + from * side);
      const right = Math.min(part.x + part.width, cells.x + to * side, cells.x + cells.width);
      if (right > left) brush.rect(at("x", left), at("y", top), at("x", right) - at("x", left), at("y", bottom) - at("y", top));
    }
  }
  brush.fill();
}
