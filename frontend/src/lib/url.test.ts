import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIRST_ADDRESS, MAX_DRAFT_IN_ADDRESS, readAddress, ROWS, writeAddress, type Address } from "./url";

const read = (words: string): Address => {
  const { search, hash } = new URL(words, "http://atlas.test/");
  return readAddress(search, hash);
};

const index = fc.option(fc.nat(999_999), { nil: null });

const addresses: fc.Arbitrary<Address> = fc.record({
  run: fc.option(fc.uuid(), { nil: null }),
  training: fc.option(fc.uuid(), { nil: null }),
  view: fc.constantFrom("atlas", "head", "output"),
  draft: fc.option(fc.string({ unit: "grapheme", maxLength: 40 }), { nil: null }),
  variants: fc.array(
    fc.record({
      change: fc.record({ dtype: fc.constantFrom("float16", "bfloat16"), text: fc.string({ unit: "grapheme", maxLength: 20 }) }, { requiredKeys: [] }),
      run: fc.option(fc.uuid(), { nil: null }),
    }, { noNullPrototype: true }),
    { maxLength: 3 },
  ),
  shown: fc.nat(3),
  compare: fc.constantFrom(null, "side", "difference", "both"),
  selection: fc.record({
    kind: fc.constantFrom("encoder", "decoder", "cross"),
    layer: fc.nat(99),
    head: fc.nat(99),
    row: fc.nat(3),
    query: index,
    key: index,
  }),
  settings: fc.record({
    transform: fc.constantFrom("sqrt", "linear", "log"),
    order: fc.constantFrom("layer", "entropy", "induction", "largest"),
    hideSpecial: fc.boolean(),
    hideFirst: fc.boolean(),
    renormalise: fc.boolean(),
    threshold: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    topK: fc.integer({ min: 1, max: 1000 }),
  }),
});

describe("the address", () => {
  it("gives back every state that it was written from", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(read(writeAddress(address))).toEqual(address);
      }),
    );
  });

  it("is empty for the first state, and names what differs from it alone", () => {
    expect(writeAddress(FIRST_ADDRESS)).toBe("?");
    const selection = { ...FIRST_ADDRESS.selection, layer: 16, head: 3 };
    expect(writeAddress({ ...FIRST_ADDRESS, run: "r1", view: "head", selection })).toBe("?run=r1#head&layer=16&head=3");
  });

  it.each([
    "#atlas&layer=-1", "#atlas&layer=1e9", "#atlas&kind=future", "#atlas&scale=", "#atlas&threshold=2", "#atlas&top=0", "#atlas&nonsense=1",
    "#atlas&query=1.5", "#&&&",
  ])("reads %s as the first state", (words) => {
    expect(read(words)).toEqual(FIRST_ADDRESS);
  });

  it("leaves a long draft out, which the tab's storage holds", () => {
    const draft = "a".repeat(MAX_DRAFT_IN_ADDRESS + 1);
    expect(read(writeAddress({ ...FIRST_ADDRESS, draft })).draft).toBeNull();
  });

  it("leaves a draft out that no address can hold: an unpaired surrogate", () => {
    expect(writeAddress({ ...FIRST_ADDRESS, draft: "a\ud800" })).toBe("?");
  });

  it("keeps a draft of markup and separators as it was typed", () => {
    const draft = `"><img src=x onerror=alert(1)> & # = ? +\n小王`;
    expect(read(writeAddress({ ...FIRST_ADDRESS, draft })).draft).toBe(draft);
  });

  it("leaves a change out that is too long to paste, if its run knows it", () => {
    const change = { text: "a".repeat(2000) };
    const written = (run: string | null) => read(writeAddress({ ...FIRST_ADDRESS, variants: [{ change, run }] })).variants;
    expect(written("r")).toEqual([{ change: null, run: "r" }]);
    expect(written(null)).toEqual([{ change, run: null }]);
  });

  it.each(["!!!", "bm90IGpzb24", btoa("[1,2]"), btoa("{}")])("reads variants of %s as none", (words) => {
    expect(read(`#atlas&variants=${words}`).variants).toEqual([]);
  });

  it("has one row for each part of the selection and the settings, the draft, the training and the variants", () => {
    const parts = Object.keys(FIRST_ADDRESS.selection).length + Object.keys(FIRST_ADDRESS.settings).length + 5;
    expect(ROWS).toHaveLength(parts);
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(parts);
  });
});
