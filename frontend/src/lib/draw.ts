/** Maps on a canvas: one pixel a cell in memory, enlarged without smoothing; nothing on the page per cell. */
import type { Grid } from "./grid";
import type { Rect } from "./layout";
import type { Span } from "./pattern";

type Brush = CanvasRenderingContext2D;
export type Picture = OffscreenCanvas;
type Fill = CanvasPattern | string;

/** Colours and patterns of one theme, transform and pixel ratio. */
export interface Palette {
  readonly table: Uint32Array<ArrayBuffer>;
  readonly surface: string;
  readonly unloaded: string;
  readonly edge: string;
  readonly hidden: string;
  readonly hatch: Fill;
  readonly dots: Fill;
}

const pictures = new WeakMap<Grid, { readonly table: Uint32Array; readonly picture: Picture }>();

/** One pixel a cell; transparent where NaN. The same picture until the table changes. */
export function pictureOf(grid: Grid, table: Uint32Array<ArrayBuffer>): Picture {
  const ready = pictures.get(grid);
  if (ready?.table === table) return ready.picture;
  const picture = new OffscreenCanvas(Math.max(1, grid.keys), Math.max(1, grid.queries));
  const image = new ImageData(picture.width, picture.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < grid.bits.length; at++) pixels[at] = table[grid.bits[at] ?? 0] ?? 0;
  picture.getContext("2d")?.putImageData(image, 0, 0);
  pictures.set(grid, { table, picture });
  return picture;
}

/** Part of a picture, in its cells, onto a rectangle of whole device pixels; hatch shows where it is transparent. */
export function paintPicture(brush: Brush, picture: Picture, source: Rect, target: Rect, palette: Palette): void {
  if (target.width <= 0 || target.height <= 0 || source.width <= 0 || source.height <= 0) return;
  brush.fillStyle = palette.surface;
  brush.fillRect(target.x, target.y, target.width, target.height);
  brush.fillStyle = palette.hatch;
  brush.fillRect(target.x, target.y, target.width, target.height);
  brush.imageSmoothingEnabled = false;
  brush.drawImage(picture, source.x, source.y, source.width, source.height, target.x, target.y, target.width, target.height);
}

/** Whole rows or columns that carry no numbers for a reason of their own. */
export function paintBand(brush: Brush, band: Rect, fill: Fill, palette: Palette): void {
  brush.fillStyle = palette.surface;
  brush.fillRect(band.x, band.y, band.width, band.height);
  brush.fillStyle = fill;
  brush.fillRect(band.x, band.y, band.width, band.height);
}

export function paintUnloaded(brush: Brush, { x, y, width, height }: Rect, palette: Palette, ratio: number): void {
  brush.fillStyle = palette.unloaded;
  brush.fillRect(x, y, width, height);
  brush.strokeStyle = palette.edge;
  brush.lineWidth = 1;
  brush.setLineDash([2 * ratio, 3 * ratio]);
  brush.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  brush.setLineDash([]);
}

/** The rows and the columns that spans of tokens take in a square map. */
export function bandsIn(rect: Rect, spans: readonly Span[], cells: number): readonly Rect[] {
  return spans.flatMap(([first, end]) => {
    const from = Math.round((first / cells) * rect.width);
    const length = Math.round((end / cells) * rect.width) - from;
    return [
      { x: rect.x + from, y: rect.y, width: length, height: rect.height },
      { x: rect.x, y: rect.y + from, width: rect.width, height: length },
    ];
  });
}
