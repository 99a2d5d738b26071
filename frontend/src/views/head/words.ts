/** Widths of labels on this page's font, and labels cut to a width. */

const widths = new Map<string, number>();
let pen: OffscreenCanvasRenderingContext2D | null = null;

/** CSS pixels at 12 px. */
export function widthOf(label: string): number {
  const known = widths.get(label);
  if (known !== undefined) return known;
  pen ??= new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen) return label.length * 7;
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const width = pen.measureText(label).width;
  widths.set(label, width);
  return width;
}

/** The label, or as much of its beginning as fits with an ellipsis. */
export function cut(label: string, most: number): string {
  if (widthOf(label) <= most) return label;
  const characters = [...label];
  while (characters.length > 1 && widthOf(`${characters.join("")}…`) > most) characters.pop();
  return `${characters.join("")}…`;
}
