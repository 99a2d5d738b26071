import { describe, expect, test } from "vitest";
import { TRANSFORMS, colorAt, colorOf, colorTable, inkOn, luminance } from "./color";
import { bitsOf } from "./float16";
import type { Theme, Transform } from "./types";

const themes: Theme[] = ["light", "dark"];
const transforms: Transform[] = ["sqrt", "linear", "log"];
const hex = (color: readonly number[]) => color.map((byte) => byte.toString(16).padStart(2, "0")).join("").toUpperCase();
const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

describe("the weight scale", () => {
  test("C121: it runs from exactly 0 to exactly 1 and its ticks say so", () => {
    expect(hex(colorOf("light", "sqrt", 0))).toBe("F1F5F3");
    expect(hex(colorOf("light", "sqrt", 1))).toBe("111E35");
    for (const transform of transforms) {
      const { place, ticks } = TRANSFORMS[transform];
      expect(place(ticks[0] as number)).toBe(0);
      expect(place(ticks.at(-1) as number)).toBe(1);
    }
    expect(TRANSFORMS.sqrt.ticks).toEqual([0, 0.05, 0.25, 0.5, 1]);
  });

  test("C129: lightness rises (dark) or falls (light) steadily, so order survives without hue", () => {
    for (const theme of themes) {
      const lights = Array.from({ length: 257 }, (_, step) => luminance(colorAt(theme, step / 256)));
      for (let step = 1; step < lights.length; step++) {
        const change = (lights[step] as number) - (lights[step - 1] as number);
        expect(theme === "dark" ? change : -change).toBeGreaterThan(-0.0008);
      }
      for (let step = 8; step < lights.length; step += 8) {
        const change = (lights[step] as number) - (lights[step - 8] as number);
        expect(theme === "dark" ? change : -change).toBeGreaterThan(0);
      }
    }
  });

  test("C129: masked is transparent, so it differs by pattern, and zero is a colour", () => {
    for (const theme of themes)
      for (const transform of transforms) {
        const table = colorTable(theme, transform);
        expect(table[0x7e00]).toBe(0);
        expect((table[0] as number) >>> 24).toBe(255);
      }
  });

  test("the nine stops are hit exactly", () => {
    expect(hex(colorAt("light", 0.5))).toBe("1489A8");
    expect(hex(colorAt("dark", 0.125))).toBe("1F3B5C");
  });

  test("the table gives every weight the colour of its place", () => {
    for (const theme of themes)
      for (const transform of transforms)
        for (const weight of [0, 0.0005, 0.03, 0.25, 0.565, 1]) {
          const rgba = colorTable(theme, transform)[bitsOf(weight)] as number;
          const direct = colorOf(theme, transform, weight);
          [rgba & 255, (rgba >> 8) & 255, (rgba >> 16) & 255].forEach((byte, axis) =>
            expect(Math.abs(byte - (direct[axis] as number))).toBeLessThanOrEqual(1),
          );
        }
  });

  test("small weights stay apart on the log scale: 0.001 and 0.01 stand a quarter apart", () => {
    expect(TRANSFORMS.log.place(0.01) - TRANSFORMS.log.place(0.001)).toBeCloseTo(0.25, 12);
    expect(TRANSFORMS.log.place(0)).toBe(0);
  });

  test("a number on any cell has at least 4.5:1", () => {
    for (const theme of themes)
      for (let step = 0; step <= 256; step++) {
        const color = colorAt(theme, step / 256);
        expect(contrast(luminance(color), inkOn(color) === "#000" ? 0 : 1)).toBeGreaterThan(4.5);
      }
  });
});
