/** A curve over steps as the path of an SVG, and where its axis is marked. */

export interface Point {
  readonly step: number;
  readonly value: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly steps: number;
  readonly least: number;
  readonly most: number;
}

export const xOf = ({ width, steps }: Frame, step: number): number => (steps > 0 ? (step / steps) * width : 0);

export const yOf = ({ height, least, most }: Frame, value: number): number =>
  height - ((Math.min(most, Math.max(least, value)) - least) / (most - least || 1)) * height;

export const pathOf = (frame: Frame, points: readonly Point[]): string =>
  points.map(({ step, value }, at) => `${at === 0 ? "M" : "L"}${xOf(frame, step).toFixed(1)} ${yOf(frame, value).toFixed(1)}`).join(" ");

/** A round number at or above the value: 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 3, 4, 5, 6, 8, 10].find((times) => times * size >= value * 0.999) ?? 10) * size;
}
