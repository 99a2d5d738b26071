import { describe, expect, it } from "vitest";
import { MODEL } from "../fixtures";
import { FIRST_SPEC } from "../form.svelte";
import { FORCED, rowMask } from "../masks/choice";
import { nameOf } from "./name";

const cards = () => MODEL;
const base = { ...FIRST_SPEC, model: "tiny", text: "Hello" };
const window = { ...base, mask: { ...FORCED, mask: rowMask("sliding_window", { window: 4 }) } };

describe("a variant's name", () => {
  it("is what it is not as A in", () => {
    expect(nameOf(window, ["mask", "dtype"], cards, base)).toBe("Window 4");
    expect(nameOf({ ...base, dtype: "bfloat16" }, ["mask", "dtype"], cards, base)).toBe("bfloat16");
    expect(nameOf({ ...window, dtype: "bfloat16" }, ["mask", "dtype"], cards, base)).toBe("Window 4 · bfloat16");
    expect(nameOf({ ...base, text: "A much longer sentence than that" }, ["text"], cards, base)).toMatch(/^“A much longer/);
  });

  it("is for A, and a copy of it, what the others change first", () => {
    expect(nameOf(base, ["dtype", "mask"], cards, base)).toBe("Causal");
    expect(nameOf(base, ["dtype"], cards, base)).toBe("float32");
    expect(nameOf(base, [], cards, base)).toBe("Causal");
  });

  it("tells what is measured, behind all that changes numbers", () => {
    const cache = { ...base, measure_cache: { tokens: 8, block_size: 16, uncached: true } };
    expect(nameOf(cache, ["measure_cache"], cards, base)).toBe("cache of 8 tokens");
    expect(nameOf(base, ["measure_cache"], cards, base)).toBe("cache not watched");
    expect(nameOf({ ...window, measure_cache: cache.measure_cache }, ["measure_cache", "mask"], cards, base)).toBe("Window 4 · cache of 8 tokens");
    expect(nameOf({ ...base, measure_prefill: { chunks: [4, 16] } }, ["measure_prefill"], cards, base)).toBe("pieces of 4, 16");
    expect(nameOf({ ...base, measure_kernels: { layer: null, rounds: 5 }, measure_parts: true }, ["measure_parts", "measure_kernels"], cards, base)).toBe("kernels compared · timed by part");
  });
});
