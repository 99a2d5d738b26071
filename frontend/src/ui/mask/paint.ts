/** A mask on a canvas: one pixel a cell in memory, enlarged without smoothing. */
import type { Cells } from "../../lib/masks/cells";
import { HATCH_STEP, dots, hatch } from "../../lib/pattern";
import { borderOf, type Axis, type Viewport } from "../../lib/viewport";

/** What is laid over the cells of generation: a key is dropped before this query, or does not exist yet. */
export interface Cache {
  readonly step: number;
  readonly lastNeeded: readonly number[];
}

const opaque = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return ((255 << 24) | ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0;
};

/** Where a cell is seen: in the one colour if the model's own mask shows it too, else in the other. Hidden: transparent. */
export function pictureOf({ queries, keys, sees }: Cells, own: Cells | null, color: string, alone: string): OffscreenCanvas {
  const picture = new OffscreenCanvas(Math.max(1, keys), Math.max(1, queries));
  const image = new ImageData(picture.width, picture.height);
  const pixels = new Uint32Array(image.data.buffer);
  const [both, only] = [opaque(color), opaque(alone)];
  for (let at = 0; at < sees.length; at++) if (sees[at]) pixels[at] = !own || own.sees[at] ? both : only;
  picture.getContext("2d")?.putImageData(image, 0, 0);
  return picture;
}

const edge = (axis: Axis, cell: number, ratio: number): number => Math.round(borderOf(axis, cell) * ratio);

export function paintMask(brush: CanvasRenderingContext2D, picture: OffscreenCanvas, view: Viewport, ratio: number, cache: Cache | null): void {
  const style = getComputedStyle(brush.canvas);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const { width, height } = brush.canvas;
  const { x, y } = view;
  brush.fillStyle = color("--surface");
  brush.fillRect(0, 0, width, height);
  brush.fillStyle = hatch(brush, HATCH_STEP.map, color("--hatch"), ratio);
  brush.fillRect(0, 0, width, height);
  brush.imageSmoothingEnabled = false;
  const [left, top] = [edge(x, 0, ratio), edge(y, 0, ratio)];
  brush.drawImage(picture, left, top, edge(x, x.count, ratio) - left, edge(y, y.count, ratio) - top);
  if (!cache) return;
  const from = edge(y, cache.step, ratio);
  const fill = (key: number, fills: CanvasPattern | string) => {
    const start = edge(x, key, ratio);
    const length = edge(x, key + 1, ratio) - start;
    brush.fillStyle = color("--surface");
    brush.fillRect(start, from, length, height - from);
    brush.fillStyle = fills;
    brush.fillRect(start, from, length, height - from);
  };
  const dropped = dots(brush, color("--ink-3"), ratio);
  cache.lastNeeded.forEach((last, key) => {
    if (key <= cache.step && last < cache.step) fill(key, dropped);
  });
}
