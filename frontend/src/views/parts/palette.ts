/** The page's colours for a canvas, read where the canvas stands; patterns are made for its pixel ratio. */
import { colorTable } from "../../lib/color";
import type { Palette } from "../../lib/draw";
import { dots, hatch } from "../../lib/pattern";
import type { Theme, Transform } from "../../lib/types";

const made = new Map<string, Palette>();

/** `theme` is what the colours on the page are of; `step` is the hatch's, in CSS pixels. Made once for each of them. */
export function paletteOf(brush: CanvasRenderingContext2D, theme: Theme, transform: Transform, ratio: number, step: number): Palette {
  const name = [theme, transform, ratio, step].join(" ");
  const palette = made.get(name) ?? make(brush, theme, transform, ratio, step);
  made.set(name, palette);
  return palette;
}

function make(brush: CanvasRenderingContext2D, theme: Theme, transform: Transform, ratio: number, step: number): Palette {
  const style = getComputedStyle(brush.canvas);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    table: colorTable(theme, transform),
    surface: color("--surface"),
    unloaded: color("--unloaded"),
    edge: color("--line-strong"),
    hidden: color("--sunken"),
    hatch: hatch(brush, step, color("--hatch"), ratio),
    dots: dots(brush, color("--ink-3"), ratio),
  };
}
