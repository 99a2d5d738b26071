/** A picture as a list of plain shapes, and its SVG: one file that needs nothing beside it. */
import type { Rect } from "../layout";

export interface Font {
  readonly family: string;
  /** CSS pixels. */
  readonly size: number;
  readonly weight: string;
  readonly style: string;
}

/** Lengths are CSS pixels; colours are whatever CSS writes. */
export type Shape =
  | { readonly type: "rect"; readonly at: Rect; readonly fill: string; readonly stroke?: string; readonly radius?: number; readonly opacity: number }
  /** Colours from left to right, evenly apart. */
  | { readonly type: "ramp"; readonly at: Rect; readonly colors: readonly string[] }
  /** `y` is the baseline. */
  | { readonly type: "text"; readonly x: number; readonly y: number; readonly text: string; readonly fill: string; readonly font: Font; readonly opacity: number }
  | { readonly type: "image"; readonly at: Rect; readonly href: string }
  /** Drawn already: an element of SVG with its own coordinates. */
  | { readonly type: "drawn"; readonly at: Rect; readonly markup: string };

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly title: string;
  readonly shapes: readonly Shape[];
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML has no way to write are left out. */
export const escaped = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

const round = (value: number): string => String(Math.round(value * 100) / 100);

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${typeof value === "number" ? round(value) : escaped(value)}"`]))
    .join("");

const boxOf = ({ x, y, width, height }: Rect) => ({ x, y, width, height });
const seen = (opacity: number) => (opacity < 1 ? opacity : undefined);

const WRITE: { readonly [T in Shape["type"]]: (shape: Extract<Shape, { type: T }>, index: number) => string } = {
  rect: ({ at, fill, stroke, radius, opacity }) =>
    `<rect${attributes({ ...boxOf(at), fill, stroke, rx: radius || undefined, opacity: seen(opacity) })}/>`,
  ramp: ({ at, colors }, index) => {
    const stops = colors.map((color, step) => `<stop${attributes({ offset: step / Math.max(1, colors.length - 1), "stop-color": color })}/>`);
    return `<linearGradient id="ramp-${index}">${stops.join("")}</linearGradient><rect${attributes({ ...boxOf(at), fill: `url(#ramp-${index})` })}/>`;
  },
  text: ({ x, y, text, fill, font, opacity }) =>
    `<text${attributes({
      x, y, fill, opacity: seen(opacity), "font-family": font.family, "font-size": font.size, "font-weight": font.weight, "font-style": font.style,
    })} xml:space="preserve">${escaped(text)}</text>`,
  image: ({ at, href }) => `<image${attributes({ ...boxOf(at), href, preserveAspectRatio: "none", "image-rendering": "pixelated" })}/>`,
  drawn: ({ at, markup }) => `<g transform="translate(${round(at.x)} ${round(at.y)})">${markup}</g>`,
};

/** Shapes of every type go through the table; TypeScript can't see that type and shape agree. */
const write = (shape: Shape, index: number): string => (WRITE[shape.type] as (shape: Shape, index: number) => string)(shape, index);

export function svgOf({ width, height, background, title, shapes }: Scene): string {
  const size = attributes({ width, height, viewBox: `0 0 ${round(width)} ${round(height)}` });
  const all: readonly Shape[] = [{ type: "rect", at: { x: 0, y: 0, width, height }, fill: background, opacity: 1 }, ...shapes];
  return `<svg xmlns="http://www.w3.org/2000/svg"${size} role="img"><title>${escaped(title)}</title>\n${all.map(write).join("\n")}\n</svg>\n`;
}

/** The least rectangle around all of them; null: there is none. */
export function around(shapes: readonly Shape[], widthOf: (text: string, font: Font) => number): Rect | null {
  const boxes = shapes.map((shape): Rect => {
    if (shape.type !== "text") return shape.at;
    const { size } = shape.font;
    return { x: shape.x, y: shape.y - size, width: widthOf(shape.text, shape.font), height: 1.3 * size };
  });
  if (boxes.length === 0) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

export function moved(shape: Shape, x: number, y: number): Shape {
  return shape.type === "text" ? { ...shape, x: shape.x + x, y: shape.y + y } : { ...shape, at: { ...shape.at, x: shape.at.x + x, y: shape.at.y + y } };
}

/** Lines of at most `width`; words break at blanks, and Han text, which has none, between characters. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(/\p{Script=Han}|\s+|[^\s\p{Script=Han}]+/gu) ?? []) {
    if (line.trim() !== "" && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}
