/** Where the columns of a comparison stand: labels of the queries, then a map, its bars and some room for each variant. */
import { fitCell } from "../../lib/viewport";

export interface CompareRoom {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly variants: number;
  readonly queries: number;
  readonly keys: number;
  /** Maps under each other in a column. */
  readonly maps: number;
  /** Lines of figures under the columns. */
  readonly lines: number;
  /** Pixels that the longest key label takes when it stands upright. */
  readonly longest: number;
}

export interface CompareFrame {
  readonly narrow: boolean;
  /** Left of the first column. */
  readonly labels: number;
  readonly column: number;
  readonly gap: number;
  readonly cell: number;
  readonly mapWidth: number;
  readonly mapHeight: number;
  readonly bars: number;
  /** Upright key labels above the first map. */
  readonly upright: number;
}

const NARROW = 640;
const GAP = 12;
const BARS = 28;
const LABELS = 132;
const LABELS_NARROW = 64;
const LARGEST_CELL = 40;
const LEAST_MAP = 120;
const LINE = 23;
/** Room around the maps and the table. */
const AROUND = 24;
const HEADING = 24;

export function compareFrame({ width, height, ratio, variants, queries, keys, maps, lines, longest }: CompareRoom): CompareFrame {
  const narrow = width < NARROW;
  const labels = narrow ? LABELS_NARROW : LABELS;
  const gap = narrow ? 8 : GAP;
  const column = narrow ? width - labels : Math.floor((width - labels - gap * (variants - 1)) / variants);
  const upright = Math.min(76, Math.ceil(longest) + 8);
  const across = column - BARS - 4;
  const down = narrow ? Infinity : Math.max(LEAST_MAP, (height - AROUND - LINE * lines - upright - HEADING * maps) / maps);
  const side = Math.max(80, Math.min(across, down));
  const cell = fitCell(Math.max(queries, keys), side, ratio, LARGEST_CELL);
  return { narrow, labels, column, gap, cell, mapWidth: cell * keys, mapHeight: cell * queries, bars: BARS, upright };
}
