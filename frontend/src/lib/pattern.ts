/** What fills cells that carry no number: hatch where masked, dots where padding, flat where hidden. */
import type { Token } from "../protocol/wire";

/** CSS pixels between lines. */
export const HATCH_STEP = { thumbnail: 4, map: 6 } as const;
const DOT_STEP = 4;

function repeated(context: CanvasRenderingContext2D, size: number, paint: (tile: OffscreenCanvasRenderingContext2D) => void): CanvasPattern | string {
  const tile = new OffscreenCanvas(size, size);
  const brush = tile.getContext("2d");
  if (!brush) return "transparent";
  paint(brush);
  return context.createPattern(tile, "repeat") ?? "transparent";
}

/** Lines at 45°, one CSS pixel thick. */
export const hatch = (context: CanvasRenderingContext2D, step: number, color: string, ratio: number): CanvasPattern | string => {
  const size = Math.round(step * ratio);
  return repeated(context, size, (brush) => {
    brush.strokeStyle = color;
    brush.lineWidth = ratio;
    brush.lineCap = "square";
    for (const shift of [-size, 0, size]) {
      brush.moveTo(shift, size);
      brush.lineTo(shift + size, 0);
    }
    brush.stroke();
  });
};

/** One CSS pixel every four. */
export const dots = (context: CanvasRenderingContext2D, color: string, ratio: number): CanvasPattern | string =>
  repeated(context, Math.round(DOT_STEP * ratio), (brush) => {
    brush.fillStyle = color;
    brush.fillRect(0, 0, Math.ceil(ratio), Math.ceil(ratio));
  });

/** From the first token of a run to one past its last. */
export type Span = readonly [number, number];

/** Runs of neighbouring indices for which the claim holds. */
export function spansOf(flags: readonly boolean[]): readonly Span[] {
  const spans: Span[] = [];
  flags.forEach((flag, at) => {
    if (!flag) return;
    const last = spans.at(-1);
    if (last && last[1] === at) spans[spans.length - 1] = [last[0], at + 1];
    else spans.push([at, at + 1]);
  });
  return spans;
}

export const paddingOf = (tokens: readonly Token[]): readonly Span[] => spansOf(tokens.map(({ role }) => role === "padding"));
