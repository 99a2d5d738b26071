/** What a part of the page shows, as shapes: canvases as images, drawings and words as they stand. */
import type { Rect } from "../layout";
import type { Font, Shape } from "./scene";

/** What only works on a page; the legend among the controls is drawn. */
const LEFT_OUT = ".foot, .sr-only, select, input, textarea, kbd, .btn, .icon-btn, .segments, .toolbar .controls";

/** Of a drawing; everything else follows from where an element stands. */
const DRAWN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "paint-order", "visibility",
] as const;

const NOTHING = /^(transparent|rgba\(.*, 0\))$/;

const fontOf = (style: CSSStyleDeclaration): Font => ({
  family: style.fontFamily, size: parseFloat(style.fontSize), weight: style.fontWeight, style: style.fontStyle,
});

/** Everything in `root` from back to front, in pixels from its upper left corner; what is scrolled away is there too. */
export function captured(root: HTMLElement): readonly Shape[] {
  const from = root.getBoundingClientRect();
  const shapes: Shape[] = [];
  const place = (box: DOMRect): Rect => ({ x: box.x - from.x, y: box.y - from.y, width: box.width, height: box.height });

  const walk = (node: Node, opacity: number): void => {
    if (node instanceof Text) shapes.push(...words(node, place, opacity));
    if (!(node instanceof HTMLElement || node instanceof SVGSVGElement) || node.matches(LEFT_OUT)) return;
    const style = getComputedStyle(node);
    const seen = opacity * Number(style.opacity);
    if (style.display === "none" || style.visibility === "hidden" || seen === 0) return;
    const at = place(node.getBoundingClientRect());
    if (node instanceof SVGSVGElement) {
      // One of no size may hold the patterns of the others.
      if ((at.width > 0 && at.height > 0) || node.querySelector("defs")) shapes.push({ type: "drawn", at, markup: drawing(node) });
      return;
    }
    if (node instanceof HTMLCanvasElement) {
      if (node.width > 0 && at.width > 0) shapes.push({ type: "image", at, href: node.toDataURL("image/png") });
      return;
    }
    if (node !== root) shapes.push(...boxes(style, at, seen));
    for (const child of node.childNodes) walk(child, seen);
  };
  walk(root, 1);
  return shapes;
}

/** An element's background and borders. */
function boxes(style: CSSStyleDeclaration, at: Rect, opacity: number): readonly Shape[] {
  const found: Shape[] = [];
  if (at.width <= 0 || at.height <= 0) return found;
  const colors = /^linear-gradient\(to right, (.*)\)$/.exec(style.backgroundImage)?.[1]?.match(/rgba?\([^)]*\)/g);
  if (colors) found.push({ type: "ramp", at, colors });
  const radius = Math.min(parseFloat(style.borderRadius) || 0, at.height / 2);
  if (!NOTHING.test(style.backgroundColor)) found.push({ type: "rect", at, fill: style.backgroundColor, radius, opacity });
  for (const [side, edge] of Object.entries(EDGES)) {
    const width = parseFloat(style.getPropertyValue(`border-${side}-width`));
    const color = style.getPropertyValue(`border-${side}-color`);
    if (width > 0 && !NOTHING.test(color)) found.push({ type: "rect", at: edge(at, width), fill: color, opacity });
  }
  return found;
}

const EDGES: Readonly<Record<"top" | "right" | "bottom" | "left", (at: Rect, width: number) => Rect>> = {
  top: (at, height) => ({ ...at, height }),
  bottom: (at, height) => ({ ...at, y: at.y + at.height - height, height }),
  left: (at, width) => ({ ...at, width }),
  right: (at, width) => ({ ...at, x: at.x + at.width - width, width }),
};

/** A run of text as the lines that the page broke it into; what its box cuts off is cut off. */
function words(node: Text, place: (box: DOMRect) => Rect, opacity: number): readonly Shape[] {
  const parent = node.parentElement;
  if (!parent || node.data.trim() === "") return [];
  const style = getComputedStyle(parent);
  const font = fontOf(style);
  const end = parent.scrollWidth > parent.clientWidth && style.overflowX === "hidden" ? parent.getBoundingClientRect().right : Infinity;
  const lines: { text: string; at: Rect }[] = [];
  const range = document.createRange();
  let offset = 0;
  for (const character of node.data) {
    range.setStart(node, offset);
    range.setEnd(node, (offset += character.length));
    const box = range.getClientRects()[0];
    if (!box || box.width === 0) continue;
    const at = place(box);
    const last = lines.at(-1);
    if (box.right > end + 0.5) continue;
    if (last && Math.abs(last.at.y - at.y) < 2) last.text += character;
    else lines.push({ text: character, at });
  }
  return lines
    .filter(({ text }) => text.trim() !== "")
    .map(({ text, at }) => ({ type: "text", x: at.x, y: at.y + at.height / 2 + 0.35 * font.size, text: cased(text, style), fill: style.color, font, opacity }));
}

const cased = (text: string, style: CSSStyleDeclaration): string => (style.textTransform === "uppercase" ? text.toUpperCase() : text);

/** A drawing with the styles that the page gave it written into each of its elements. */
function drawing(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[svg, ...svg.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((element, index) => {
    const target = to[index];
    if (!target) return;
    const style = getComputedStyle(element);
    target.removeAttribute("class");
    target.removeAttribute("style");
    for (const name of DRAWN) target.setAttribute(name, style.getPropertyValue(name));
    if (style.display === "none") target.setAttribute("display", "none");
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("overflow", "visible");
  return new XMLSerializer().serializeToString(copy);
}
