/** Tools that show and hide cells of a mask: what each covers, and what a stroke leaves. */
import { withRectangle, type Cells, type Corner } from "./cells";

export const TOOLS = ["cell", "row", "column", "rectangle", "move"] as const;
export type Tool = (typeof TOOLS)[number];

/** Opposite corners, both included, of what a tool covers between two cells. */
export function covered(tool: Tool, cells: Cells, from: Corner, to: Corner): readonly [Corner, Corner] {
  if (tool === "row") return [{ query: from.query, key: 0 }, { query: to.query, key: cells.keys - 1 }];
  if (tool === "column") return [{ query: 0, key: from.key }, { query: cells.queries - 1, key: to.key }];
  return [from, to];
}

/** The cells while a stroke goes on, and where it began. */
export interface Stroke {
  readonly from: Corner;
  readonly last: Corner;
  readonly cells: Cells;
}

export const begun = (tool: Tool, cells: Cells, at: Corner, value: 0 | 1): Stroke => ({
  from: at, last: at, cells: tool === "move" ? cells : withRectangle(cells, ...covered(tool, cells, at, at), value),
});

/** A pencil draws on; every other tool covers what lies between the stroke's beginning and here. */
export const drawn = (tool: Tool, cells: Cells, stroke: Stroke, at: Corner, value: 0 | 1): Stroke => ({
  ...stroke,
  last: at,
  cells: tool === "cell" ? withLine(stroke.cells, stroke.last, at, value) : withRectangle(cells, ...covered(tool, cells, stroke.from, at), value),
});

/** Every cell between two, so that a quick hand leaves no gaps. */
export function withLine(cells: Cells, from: Corner, to: Corner, value: 0 | 1): Cells {
  const steps = Math.max(Math.abs(to.query - from.query), Math.abs(to.key - from.key), 1);
  let line = cells;
  for (let step = 1; step <= steps; step++) {
    const place = {
      query: Math.round(from.query + ((to.query - from.query) * step) / steps),
      key: Math.round(from.key + ((to.key - from.key) * step) / steps),
    };
    line = withRectangle(line, place, place, value);
  }
  return line;
}
