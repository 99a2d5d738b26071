/** Units of figures: the value never changes, only how it is written. The whole number stands in the tooltip. */
import { minus, whole } from "../format";

export type ByteUnit = "binary" | "decimal";
export type FlopUnit = "auto" | "M" | "G" | "T";

export interface Units {
  readonly bytes: ByteUnit;
  readonly flops: FlopUnit;
}

export interface Written {
  readonly number: string;
  readonly unit: string;
}

const BYTES: Readonly<Record<ByteUnit, { readonly step: number; readonly units: readonly string[] }>> = {
  binary: { step: 1024, units: ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] },
  decimal: { step: 1000, units: ["B", "kB", "MB", "GB", "TB", "PB"] },
};
const PREFIXES = ["", "k", "M", "G", "T", "P", "E"];

/** Three digits that tell something, and no fewer than stand before the point. */
export function digits(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1000) return whole(Math.round(value));
  const places = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return size < 0.005 ? minus(value.toExponential(1)) : minus(value.toFixed(Number.isInteger(value) && size < 1000 ? 0 : places));
}

/** In the largest unit of which there is at least one. */
function scaled(value: number, step: number, units: readonly string[]): Written {
  let [size, at] = [value, 0];
  while (Math.abs(size) >= step && at < units.length - 1) [size, at] = [size / step, at + 1];
  return { number: digits(size), unit: units[at] ?? "" };
}

export const bytesIn = (value: number, unit: ByteUnit): Written => scaled(value, BYTES[unit].step, BYTES[unit].units);

export function flopsIn(value: number, unit: FlopUnit, name = "FLOP"): Written {
  if (unit === "auto") return scaled(value, 1000, PREFIXES.map((prefix) => prefix + name));
  const size = value / 1000 ** PREFIXES.indexOf(unit);
  return { number: size > 0 && size < 0.05 ? digits(size) : whole(Number(size.toFixed(size < 10 ? 2 : 1))), unit: unit + name };
}

export function secondsIn(value: number): Written {
  if (value >= 1) return { number: digits(value), unit: "s" };
  const [size, unit] = value >= 1e-3 ? [value * 1e3, "ms"] : value >= 1e-6 ? [value * 1e6, "µs"] : [value * 1e9, "ns"];
  return { number: digits(size), unit };
}

/** A figure in its unit: bytes, FLOPs, seconds, a share, or a count. */
export function writtenIn(value: number | string | null, unit: string, units: Units): Written {
  if (value === null) return { number: "–", unit: "" };
  if (typeof value === "string") return { number: value, unit: "" };
  if (unit === "bytes") return bytesIn(value, units.bytes);
  if (unit === "FLOPs") return flopsIn(value, units.flops);
  if (unit === "s") return secondsIn(value);
  return { number: Number.isInteger(value) ? whole(value) : digits(value), unit: unit === "ratio" ? "" : unit };
}

export const wordsOf = ({ number, unit }: Written): string => (unit ? `${number} ${unit}` : number);

/** Every digit, with its unit. */
export const rawOf = (value: number | string | null, unit: string): string =>
  typeof value === "number" ? `${whole(value)} ${unit}`.trim() : String(value ?? "–");

export const percent = (share: number): string => {
  if (!Number.isFinite(share)) return "–";
  const value = 100 * share;
  return value > 0 && value < 0.05 ? "<0.1%" : `${value.toFixed(1)}%`;
};
