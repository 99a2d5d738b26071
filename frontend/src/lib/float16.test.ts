import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FLOAT16, bitsOf, halves, numberOf, numbersOf } from "./float16";

describe("half precision", () => {
  test("known patterns of IEEE 754 binary16 decode to their values", () => {
    const known: [number, number][] = [
      [0x0000, 0], [0x3c00, 1], [0x3800, 0.5], [0xc000, -2], [0x7bff, 65504], [0x0400, 2 ** -14], [0x0001, 2 ** -24], [0x03ff, 1023 * 2 ** -24],
      [0x3555, 0.333251953125],
    ];
    for (const [bits, value] of known) expect(numberOf(bits)).toBe(value);
    expect(numberOf(0x7e00)).toBeNaN();
    expect(numberOf(0x7c00)).toBe(Infinity);
  });

  test("every finite pattern survives decoding and encoding", () => {
    for (let bits = 0; bits < 65536; bits++) if (Number.isFinite(FLOAT16[bits])) expect(bitsOf(numberOf(bits))).toBe(bits);
  });

  test("encoding picks the nearest of all patterns", () => {
    const finite = Array.from(FLOAT16).filter(Number.isFinite);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        const best = Math.min(...finite.slice(0, 0x3c01).map((candidate) => Math.abs(candidate - value)));
        expect(Math.abs(numberOf(bitsOf(value)) - value)).toBe(best);
      }),
      { numRuns: 60 },
    );
  });

  test("1/1024 is kept, where eight linear bits would round it to zero", () => {
    expect(numberOf(bitsOf(1 / 1024))).toBe(1 / 1024);
  });

  test("bytes at an odd address are read all the same", () => {
    const carrier = new Uint8Array([9, 0x00, 0x3c, 0x00, 0x7e]);
    expect([...halves(carrier.subarray(1))]).toEqual([0x3c00, 0x7e00]);
    expect([...numbersOf({ shape: [2], dtype: "float16", data: carrier.subarray(1) })]).toEqual([1, NaN]);
  });

  test("single precision arrays are read as they are", () => {
    const bytes = new Uint8Array(new Float32Array([0.25, NaN]).buffer);
    expect([...numbersOf({ shape: [2], dtype: "float32", data: bytes })]).toEqual([0.25, NaN]);
  });
});
