/** All heads of a run on one canvas: their pictures stand on one sheet in memory, and only what changed is painted. */
import { bandsIn, type Palette, paintBand, paintPicture, paintUnloaded } from "./draw";
import type { Grid } from "./grid";
import { type AtlasLayout, type Rect, tileRect } from "./layout";
import type { Span } from "./pattern";

type Brush = CanvasRenderingContext2D;

export interface Tile {
  /** Null: not here yet. */
  readonly grid: Grid | null;
  readonly faded: boolean;
}

const FADED = 0.2;

/** One pixel a cell for every slot: a canvas for each head would take ten times as long to make. */
class Sheet {
  readonly canvas: OffscreenCanvas;
  readonly #brush: OffscreenCanvasRenderingContext2D | null;
  readonly #image: ImageData;
  readonly #pixels: Uint32Array;

  constructor(readonly columns: number, readonly rows: number, readonly width: number, readonly height: number) {
    this.canvas = new OffscreenCanvas(Math.max(1, columns * width), Math.max(1, rows * height));
    this.#brush = this.canvas.getContext("2d");
    this.#image = new ImageData(this.canvas.width, this.canvas.height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
  }

  place(slot: number): Rect {
    const { columns, width, height } = this;
    return { x: (slot % columns) * width, y: Math.floor(slot / columns) * height, width, height };
  }

  /** Takes effect with the next `put`. */
  set(slot: number, grid: Grid, table: Uint32Array): void {
    const { x, y } = this.place(slot);
    for (let query = 0; query < this.height; query++) {
      const to = (y + query) * this.canvas.width + x;
      const from = query * grid.keys;
      for (let key = 0; key < this.width; key++) this.#pixels[to + key] = table[grid.bits[from + key] ?? 0] ?? 0;
    }
  }

  put(slots: readonly number[]): void {
    if (slots.length > 32) this.#brush?.putImageData(this.#image, 0, 0);
    else
      for (const slot of slots) {
        const { x, y, width, height } = this.place(slot);
        this.#brush?.putImageData(this.#image, 0, 0, x, y, width, height);
      }
  }
}

export class AtlasPainter {
  #layout: AtlasLayout | null = null;
  #palette: Palette | null = null;
  #padding: readonly Span[] = [];
  #sheet: Sheet | null = null;
  #drawn: (Tile | undefined)[] = [];

  /** The canvas was cleared: paint everything next time. */
  forget(): void {
    this.#drawn = [];
  }

  /** Gives how many tiles were painted. `padding` is in tokens, of which a side of the map has `tokens`. */
  paint(brush: Brush, layout: AtlasLayout, tiles: readonly Tile[], palette: Palette, padding: readonly Span[], tokens: number, ratio: number): number {
    if (layout !== this.#layout || palette !== this.#palette || padding !== this.#padding) {
      brush.clearRect(0, 0, layout.width, layout.height);
      this.forget();
    }
    [this.#layout, this.#palette, this.#padding] = [layout, palette, padding];
    const changed = tiles.flatMap(({ grid, faded }, slot) => {
      const before = this.#drawn[slot];
      return before && before.grid === grid && before.faded === faded ? [] : [slot];
    });
    const sheet = this.#write(changed, tiles, layout, palette);
    for (const slot of changed) {
      const rect = tileRect(layout, slot);
      const tile = tiles[slot];
      if (!tile) continue;
      if (this.#drawn[slot]) brush.clearRect(rect.x, rect.y, rect.width, rect.height);
      this.#drawn[slot] = tile;
      if (!tile.grid || !sheet) {
        paintUnloaded(brush, rect, palette, ratio);
        continue;
      }
      brush.globalAlpha = tile.faded ? FADED : 1;
      paintPicture(brush, sheet.canvas, sheet.place(slot), rect, palette);
      for (const band of bandsIn(rect, padding, tokens)) paintBand(brush, band, palette.dots, palette);
      brush.globalAlpha = 1;
    }
    return changed.length;
  }

  /** All pixels are written before any is read: alternating the two would copy the sheet each time. */
  #write(changed: readonly number[], tiles: readonly Tile[], layout: AtlasLayout, palette: Palette): Sheet | null {
    const first = tiles.find(({ grid }) => grid !== null)?.grid;
    if (!first) return null;
    const { columns, rows } = layout.shape;
    let sheet = this.#sheet;
    const fits = sheet?.width === first.keys && sheet.height === first.queries && sheet.columns === columns && sheet.rows === rows;
    if (!sheet || !fits) {
      sheet = new Sheet(columns, rows, first.keys, first.queries);
      this.#sheet = sheet;
    }
    const written = changed.filter((slot) => tiles[slot]?.grid);
    for (const slot of written) {
      const grid = tiles[slot]?.grid;
      if (grid) sheet.set(slot, grid, palette.table);
    }
    sheet.put(written);
    return sheet;
  }
}
