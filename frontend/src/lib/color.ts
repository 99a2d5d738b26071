/** Weights as colours: nine stops a theme, interpolated in OKLab, in tables indexed by half-precision bits. */
import { FLOAT16 } from "./float16";
import type { Theme, Transform } from "./types";

type Triple = readonly [number, number, number];

/** 0 → 1. Steps are equal in CIEDE2000 and lightness is monotone, so order survives grey print. */
const WEIGHT_STOPS: Record<Theme, readonly string[]> = {
  light: ["F1F5F3", "C3DCD8", "8BC2C4", "53A5B5", "1489A8", "016F95", "00547F", "04385F", "111E35"],
  dark: ["1B222E", "1F3B5C", "0C5885", "03759E", "0892B1", "47AFBB", "80CCC5", "C1E7D7", "F1FAF3"],
};

/** −1 → 0 → +1, on the blue–yellow axis: no red or green, and never taken for a weight. */
const DIFFERENCE_STOPS: Record<Theme, readonly string[]> = {
  light: ["4E3F9C", "7E69C8", "AB97E4", "D7CCF1", "F1F0F4", "F1D6BE", "DBA26B", "B47226", "844C00"],
  dark: ["C5B8FF", "9084D2", "675E93", "3F3A50", "2A2825", "543E20", "8C6019", "C3871F", "FFBD5D"],
};

/** Where a weight stands on the scale, 0 to 1, and the weights written under the legend. */
export const TRANSFORMS: Record<Transform, { place: (weight: number) => number; ticks: readonly number[] }> = {
  sqrt: { place: (weight) => Math.sqrt(weight), ticks: [0, 0.05, 0.25, 0.5, 1] },
  linear: { place: (weight) => weight, ticks: [0, 0.25, 0.5, 0.75, 1] },
  log: { place: (weight) => (weight <= 1e-4 ? 0 : 1 + Math.log10(weight) / 4), ticks: [1e-4, 1e-3, 1e-2, 0.1, 1] },
};

const toLinear = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const toByte = (linear: number): number => {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
};

/** Source: Ottosson 2020, "A perceptual color space for image processing". */
function oklab(hex: string): Triple {
  const [r, g, b] = [0, 2, 4].map((at) => toLinear(parseInt(hex.slice(at, at + 2), 16))) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgb([L, a, b]: Triple): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

type Scale = Record<Theme, readonly Triple[]>;
const scaleOf = (stops: Record<Theme, readonly string[]>): Scale => ({ light: stops.light.map(oklab), dark: stops.dark.map(oklab) });
const STOPS = scaleOf(WEIGHT_STOPS);
const DIFFERENCES = scaleOf(DIFFERENCE_STOPS);

/** The colour at a place of the scale, 0 to 1, as three bytes. */
export const colorAt = (theme: Theme, place: number): Triple => between(STOPS[theme], place);

/** Where a difference stands on its scale, 0 to 1: signed √, from −1 to +1, so that maps can be compared. */
export const placeOfDifference = (value: number): number => 0.5 + (Math.sign(value) * Math.sqrt(Math.min(1, Math.abs(value)))) / 2;

export const differenceColorAt = (theme: Theme, place: number): Triple => between(DIFFERENCES[theme], place);

function between(stops: readonly Triple[], place: number): Triple {
  const along = Math.min(1, Math.max(0, place)) * (stops.length - 1);
  const left = Math.min(stops.length - 2, Math.floor(along));
  const from = stops[left] as Triple;
  const to = stops[left + 1] as Triple;
  const mix = (axis: 0 | 1 | 2): number => from[axis] + (to[axis] - from[axis]) * (along - left);
  return rgb([mix(0), mix(1), mix(2)]);
}

export const colorOf = (theme: Theme, transform: Transform, weight: number): Triple =>
  colorAt(theme, TRANSFORMS[transform].place(weight));

export const css = ([r, g, b]: Triple): string => `rgb(${r} ${g} ${b})`;

/** WCAG relative luminance, 0 to 1. */
export const luminance = ([r, g, b]: Triple): number => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);

/** Black or white, whichever reads at 4.58:1 or better on the colour. */
export const inkOn = (color: Triple): "#000" | "#fff" => (luminance(color) > 0.179 ? "#000" : "#fff");

const SCALE_STEPS = 4096;
const tables = new Map<string, Uint32Array<ArrayBuffer>>();

/** RGBA (little-endian) of every half-precision pattern; NaN is transparent so that the hatch below shows. */
export function colorTable(theme: Theme, transform: Transform): Uint32Array<ArrayBuffer> {
  const { place } = TRANSFORMS[transform];
  return tableOf(`${theme} ${transform}`, (at) => colorAt(theme, at), (weight) => place(Math.min(1, Math.max(0, weight))));
}

/** The same of differences. */
export const differenceTable = (theme: Theme): Uint32Array<ArrayBuffer> =>
  tableOf(`${theme} difference`, (at) => differenceColorAt(theme, at), placeOfDifference);

function tableOf(name: string, color: (place: number) => Triple, place: (value: number) => number): Uint32Array<ArrayBuffer> {
  const ready = tables.get(name);
  if (ready) return ready;
  const scale = Uint32Array.from({ length: SCALE_STEPS + 1 }, (_, step) => {
    const [r, g, b] = color(step / SCALE_STEPS);
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
  const table = new Uint32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const value = FLOAT16[bits] ?? NaN;
    if (Number.isNaN(value)) continue;
    table[bits] = scale[Math.round(Math.min(1, Math.max(0, place(value))) * SCALE_STEPS)] ?? 0;
  }
  tables.set(name, table);
  return table;
}
