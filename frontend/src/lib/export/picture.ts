/** The view as a picture with its caption, in SVG, and in PNG made of it. */
import type { Rect } from "../layout";
import { captured } from "./capture";
import { around, type Font, moved, type Scene, type Shape, svgOf, wrapped } from "./scene";

const MARGIN = 20;
const LINE = 18;
/** A caption in a narrow picture breaks into too many lines. */
const LEAST_WIDTH = 420;
/** Image pixels for each pixel of the page, fewer where the picture would not fit into a canvas. */
const SCALE = 2;
const MOST_PIXELS = 64e6;

export interface Caption {
  readonly title: string;
  readonly lines: readonly string[];
}

let measure: CanvasRenderingContext2D | null = null;
function widthOf(text: string, { weight, style, size, family }: Font): number {
  measure ??= document.createElement("canvas").getContext("2d");
  if (!measure) return text.length * size;
  measure.font = `${style} ${weight} ${size}px ${family}`;
  return measure.measureText(text).width;
}

function captionShapes({ title, lines }: Caption, width: number, style: CSSStyleDeclaration): readonly Shape[] {
  const family = style.fontFamily;
  const heading: Font = { family, size: 15, weight: "600", style: "normal" };
  const plain: Font = { family, size: 12, weight: "400", style: "normal" };
  const [ink, quiet] = [style.getPropertyValue("--ink").trim(), style.getPropertyValue("--ink-2").trim()];
  const set = [
    ...wrapped(title, width, (text) => widthOf(text, heading)).map((text) => ({ text, font: heading, fill: ink })),
    ...lines.flatMap((line) => wrapped(line, width, (text) => widthOf(text, plain)).map((text) => ({ text, font: plain, fill: quiet }))),
  ];
  return set.map((one, at) => ({ type: "text", x: 0, y: 14 + at * LINE, opacity: 1, ...one }));
}

/** `view`: the element that holds what is drawn. Null: nothing is. */
export function sceneOf(view: HTMLElement, caption: Caption): Scene | null {
  const shapes = captured(view);
  const box: Rect | null = around(shapes, widthOf);
  if (!box) return null;
  const style = getComputedStyle(view);
  const width = Math.max(LEAST_WIDTH, Math.ceil(box.width));
  const head = captionShapes(caption, width, style);
  const top = MARGIN + head.length * LINE + 10;
  return {
    width: width + 2 * MARGIN,
    height: Math.ceil(top + box.height + MARGIN),
    background: style.getPropertyValue("--surface").trim(),
    title: caption.title,
    shapes: [...head.map((shape) => moved(shape, MARGIN, MARGIN)), ...shapes.map((shape) => moved(shape, MARGIN - box.x, top - box.y))],
  };
}

export const svgFile = (scene: Scene): Blob => new Blob([svgOf(scene)], { type: "image/svg+xml" });

export async function pngFile(scene: Scene): Promise<Blob> {
  const url = URL.createObjectURL(svgFile(scene));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (scene.width * scene.height)));
    const canvas = new OffscreenCanvas(Math.round(scene.width * scale), Math.round(scene.height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(url);
  }
}
