/** Where the Atlas's tiles stand: whole device pixels, layers as rows, heads in their key-value groups. */

export interface AtlasShape {
  /** Tiles in display order fill the columns of a row, then the rows of a block, then the next block. */
  readonly rows: number;
  readonly columns: number;
  /** Columns that stand together; 1: no groups. */
  readonly group: number;
  /** Cells on the longer side of one picture. */
  readonly cells: number;
  /** Shares of the longer side that a picture's width and height are, where it is not square. */
  readonly oblong?: { readonly across: number; readonly down: number };
  /** CSS pixels for the words left of a block. */
  readonly label: number;
}

export interface AtlasRoom {
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels for each CSS pixel. */
  readonly ratio: number;
}

/** All lengths are whole device pixels. */
export interface AtlasLayout {
  readonly shape: AtlasShape;
  readonly blocks: number;
  readonly rowsPerBlock: number;
  /** Of a tile: its longer side, its width and its height. */
  readonly tile: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Cells on the longer side of the picture drawn; fewer than the map's when a tile has fewer pixels. */
  readonly cells: number;
  /** From the first pixel of a tile to that of the next. */
  readonly pitch: number;
  readonly rowPitch: number;
  readonly groupGap: number;
  readonly left: number;
  readonly top: number;
  readonly blockPitch: number;
  readonly width: number;
  readonly height: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** CSS pixels. */
const LABEL_HEIGHT = 20;
const HEAD_GAP = 1;
const GROUP_GAP = 4;
const ROW_GAP = 2;
const BLOCK_GAP = 14;
const MIN_TILE = 24;
const WIDE = 600;
const LEAST_SHARE = 1 / 8;

const SQUARE = { across: 1, down: 1 };

/** Proportions of a map; a very long side leaves the other a few pixels. */
export function oblongOf(queries: number, keys: number): { readonly across: number; readonly down: number } {
  const most = Math.max(queries, keys);
  return most ? { across: Math.max(LEAST_SHARE, keys / most), down: Math.max(LEAST_SHARE, queries / most) } : SQUARE;
}

const columnGaps = (shape: AtlasShape): number => (shape.group > 1 ? Math.ceil(shape.columns / shape.group) - 1 : 0);

/** The largest tile such that the blocks fit the width, and a wide room's height too while tiles stay legible. */
function tileFor(shape: AtlasShape, room: AtlasRoom, blocks: number): number {
  const px = (css: number): number => Math.round(css * room.ratio);
  const block = Math.floor((room.width - px(BLOCK_GAP) * (blocks - 1)) / blocks) - px(shape.label);
  const gaps = columnGaps(shape) * px(GROUP_GAP - HEAD_GAP);
  const oblong = shape.oblong ?? SQUARE;
  const across = Math.floor((Math.floor((block - gaps + px(HEAD_GAP)) / shape.columns) - px(HEAD_GAP)) / oblong.across);
  if (room.width / room.ratio < WIDE) return Math.max(1, across);
  const rows = Math.ceil(shape.rows / blocks);
  const down = Math.floor((Math.floor((room.height - px(LABEL_HEIGHT)) / rows) - px(ROW_GAP)) / oblong.down);
  return Math.max(1, Math.min(across, Math.max(down, px(MIN_TILE))));
}

/** Cells are whole pixels where that keeps at least 84 % of the tile; else some are one pixel larger than others. */
function snapped(tile: number, cells: number): { tile: number; cells: number } {
  const shown = cells <= tile ? cells : Math.ceil(cells / Math.ceil(cells / tile));
  const whole = Math.floor(tile / shown) * shown;
  return { tile: whole >= 0.84 * tile ? whole : tile, cells: shown };
}

export function atlasLayout(shape: AtlasShape, room: AtlasRoom): AtlasLayout {
  const px = (css: number): number => Math.round(css * room.ratio);
  const choices = room.width / room.ratio >= WIDE && shape.rows > 1 ? [1, 2] : [1];
  const best = choices.map((blocks) => ({ blocks, tile: tileFor(shape, room, blocks) })).reduce((a, b) => (b.tile > a.tile ? b : a));
  const { tile, cells } = snapped(best.tile, shape.cells);
  const { across, down } = shape.oblong ?? SQUARE;
  const [tileWidth, tileHeight] = [Math.max(1, Math.round(tile * across)), Math.max(1, Math.round(tile * down))];
  const pitch = tileWidth + px(HEAD_GAP);
  const groupGap = shape.group > 1 ? px(GROUP_GAP - HEAD_GAP) : 0;
  const blockWidth = px(shape.label) + shape.columns * pitch - px(HEAD_GAP) + columnGaps(shape) * groupGap;
  const rowsPerBlock = Math.ceil(shape.rows / best.blocks);
  const rowPitch = tileHeight + px(ROW_GAP);
  const used = best.blocks * blockWidth + (best.blocks - 1) * px(BLOCK_GAP);
  return {
    shape, blocks: best.blocks, rowsPerBlock, tile, tileWidth, tileHeight, cells, pitch, rowPitch, groupGap,
    left: Math.max(0, Math.floor((room.width - used) / 2)) + px(shape.label),
    top: px(LABEL_HEIGHT),
    blockPitch: blockWidth + px(BLOCK_GAP),
    width: room.width,
    height: px(LABEL_HEIGHT) + rowsPerBlock * rowPitch,
  };
}

const columnX = (layout: AtlasLayout, column: number): number =>
  column * layout.pitch + (layout.groupGap ? Math.floor(column / layout.shape.group) * layout.groupGap : 0);

export function tileRect(layout: AtlasLayout, slot: number): Rect {
  const row = Math.floor(slot / layout.shape.columns);
  const block = Math.floor(row / layout.rowsPerBlock);
  return {
    x: layout.left + block * layout.blockPitch + columnX(layout, slot % layout.shape.columns),
    y: layout.top + (row % layout.rowsPerBlock) * layout.rowPitch,
    width: layout.tileWidth,
    height: layout.tileHeight,
  };
}

/** The tile under a point in device pixels; null in a gap, on a label or where no tile is. */
export function slotAt(layout: AtlasLayout, x: number, y: number): number | null {
  const { shape, left, top, tileWidth, tileHeight } = layout;
  const block = Math.floor((x - left) / layout.blockPitch);
  const line = Math.floor((y - top) / layout.rowPitch);
  const row = block * layout.rowsPerBlock + line;
  if (block < 0 || block >= layout.blocks || line < 0 || line >= layout.rowsPerBlock || row >= shape.rows) return null;
  for (let column = 0; column < shape.columns; column++) {
    const { x: x0, y: y0 } = tileRect(layout, row * shape.columns + column);
    if (x >= x0 && x < x0 + tileWidth && y >= y0 && y < y0 + tileHeight) return row * shape.columns + column;
  }
  return null;
}
