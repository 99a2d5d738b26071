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
});
