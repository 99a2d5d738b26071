/** Half-precision numbers as they travel: 16 bits each, little-endian; NaN marks a masked cell. */
import type { PackedArray } from "../protocol/wire";

const decode = (bits: number): number => {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent ? sign * (1 + fraction / 1024) * 2 ** (exponent - 15) : sign * fraction * 2 ** -24;
};

/** The number that each of the 65,536 bit patterns stands for. */
export const FLOAT16: Float32Array = Float32Array.from({ length: 65536 }, (_, bits) => decode(bits));

export const NAN_BITS = 0x7e00;

export const numberOf = (bits: number): number => FLOAT16[bits] ?? NaN;

/** The nearest half-precision pattern, ties to even. */
export function bitsOf(value: number): number {
  if (Number.isNaN(value)) return NAN_BITS;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  const exponent = size < 2 ** -14 ? -14 : Math.floor(Math.log2(size));
  // Below the normal range the step stays 2^-24; above, a step is 2^(exponent - 10).
  const steps = size / 2 ** (exponent - 10);
  const whole = Math.floor(steps);
  const rest = steps - whole;
  const rounded = rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole;
  // A carry out of the fraction runs into the exponent bits, which is just the next binade.
  const biased = exponent === -14 && whole < 1024 ? 0 : (exponent + 14) << 10;
  return sign | (biased + rounded);
}

/** A 2-byte view of the bytes; copied when they do not start at an even address, as MessagePack allows. */
export function halves(data: Uint8Array): Uint16Array {
  const aligned = data.byteOffset % 2 === 0 ? data : data.slice();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 1);
}

/** Every number of an array of either precision, row-major. */
export function numbersOf(array: PackedArray): Float32Array {
  if (array.dtype === "float16") return Float32Array.from(halves(array.data), numberOf);
  const aligned = array.data.byteOffset % 4 === 0 ? array.data : array.data.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2).slice();
}
