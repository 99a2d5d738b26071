/** Where the parts of the Head view stand: arcs, key labels, map, row entropy at the right, mean received below. */
import { fitCell } from "./viewport";

export interface Room {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Labels at 12 px, in CSS pixels. */
export interface Widths {
  readonly queries: readonly number[];
  readonly keys: readonly number[];
}

/** CSS pixels from the corner of the figure. */
export interface Frame {
  readonly narrow: boolean;
  /** The map's corner and the size of one cell when all fits. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly mapWidth: number;
  readonly mapHeight: number;
  /** Arcs stand on this line. */
  readonly base: number;
  /** Key labels are turned to stand upright. */
  readonly turned: boolean;
  /** Room for them between the arcs and the map. */
  readonly labels: number;
  /** Where entropy bars start, and their room with the numbers. */
  readonly right: number;
  readonly rightWidth: number;
  readonly received: number;
  readonly receivedHeight: number;
  readonly width: number;
  readonly height: number;
}

const NARROW = 600;
const WIDEST_CELL = 72;
const TALLEST_CELL = 36;
const LINE = 24;
/** The most that upright labels take, and what of it keeps them off the map and the arcs. */
const UPRIGHT = 76;
export const UPRIGHT_GAP = 14;
/** Labels of a character or two read better level and thinned than turned. */
const SHORT = 28;
const RECEIVED = 58;
const GAP = 14;

const LABEL_GAP = 4;

/** Two neighbours would touch if written level. */
const crowded = (widths: readonly number[], cell: number): boolean =>
  widths.some((width, at) => (width + (widths[at + 1] ?? 0)) / 2 + LABEL_GAP > cell);

const largest = (widths: readonly number[]): number => widths.reduce((most, width) => Math.max(most, width), 0);

export function headFrame(queries: number, keys: number, widths: Widths, room: Room): Frame {
  const narrow = room.width < NARROW;
  const [asking, longest] = [largest(widths.queries), largest(widths.keys)];
  // A canvas that starts between device pixels would be blurred.
  const snap = (css: number): number => Math.round(css * room.ratio) / room.ratio;
  const left = snap(narrow ? Math.min(72, Math.max(56, Math.ceil(asking) + 12)) : Math.min(96, Math.max(78, Math.ceil(asking) + 16)));
  const rightWidth = narrow ? 44 : 96;
  const across = room.width - left - rightWidth - GAP;
  const cellWidth = fitCell(keys, Math.max(80, across), room.ratio, WIDEST_CELL);
  const turned = cellWidth >= 14 && longest > SHORT && crowded(widths.keys, cellWidth);
  const labels = turned ? Math.min(UPRIGHT, Math.ceil(longest) + UPRIGHT_GAP) : LINE;
  const arcs = narrow ? 90 : Math.round(Math.min(150, Math.max(70, room.height * 0.22)));
  const top = snap(arcs + labels);
  const down = room.height - top - RECEIVED;
  const tallest = narrow ? cellWidth : TALLEST_CELL;
  const cellHeight = narrow ? cellWidth : fitCell(queries, Math.max(120, down), room.ratio, tallest);
  const mapWidth = cellWidth * keys;
  const mapHeight = cellHeight * queries;
  return {
    narrow, left, top, cellWidth, cellHeight, mapWidth, mapHeight, turned, labels, base: arcs - 2,
    right: left + mapWidth + GAP, rightWidth,
    received: top + mapHeight + GAP, receivedHeight: RECEIVED - 32,
    width: left + mapWidth + GAP + rightWidth, height: top + mapHeight + RECEIVED,
  };
}
