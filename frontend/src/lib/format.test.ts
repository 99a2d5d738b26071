import { describe, expect, it } from "vitest";
import { amount, bytes, duration, ordinal, signed, weight } from "./format";

describe("numbers", () => {
  it.each([[0.5649, "0.565"], [1, "1.000"], [0, "0"], [0.0005, "0.001"], [3.3e-5, "3.3×10⁻⁵"], [1e-10, "1.0×10⁻¹⁰"], [NaN, "–"]])(
    "the weight %d reads %s", (value, words) => expect(weight(value)).toBe(words),
  );

  it.each([[4.219, "+4.219"], [-0.261, "−0.261"], [0, "+0"], [-Infinity, "−∞"]])(
    "%d reads %s with its sign", (value, words) => expect(signed(value)).toBe(words),
  );

  it.each([[512, "512 B"], [1234, "1.2 KiB"], [300 * 1024, "300 KiB"], [5 * 2 ** 20, "5.0 MiB"]])(
    "%d bytes read %s", (value, words) => expect(bytes(value)).toBe(words),
  );

  it.each([[0.42, "0.42 ms"], [104.6, "105 ms"], [1400, "1.4 s"], [125_000, "2 min 5 s"]])(
    "%d ms read %s", (value, words) => expect(duration(value)).toBe(words),
  );

  it("parameters read in three digits", () => {
    expect(amount(134_515_008)).toBe("135 M");
    expect(amount(22_713_216)).toBe("22.7 M");
    expect(amount(900)).toBe("900");
  });

  it.each([[1, "1st"], [2, "2nd"], [3, "3rd"], [4, "4th"], [11, "11th"], [12, "12th"], [21, "21st"], [113, "113th"]])(
    "%d reads %s", (value, words) => expect(ordinal(value)).toBe(words),
  );
});
