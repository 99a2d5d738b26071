import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIRST_OPTIONS, OPTION_NAMES } from "./address/options";
import { ROWS } from "./address/rows";
import { NAMES } from "./address/spec";
import { FIRST_SPEC } from "./form.svelte";
import { brokenIn, draftsIn, FIRST_ADDRESS, MOST_IN_ADDRESS, readAddress, tooLong, writeAddress, type Address, type Drafts } from "./url";

const read = (words: string, drafts?: Drafts): Address => {
  const { search, hash } = new URL(words, "http://atlas.test/");
  return readAddress(search, hash, drafts);
};

const index = fc.option(fc.nat(999_999), { nil: null });
const words = (maxLength: number) => fc.string({ unit: "grapheme", maxLength });
const or = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const fraction = (max: number) => fc.nat(max * 10_000).map((n) => n / 10_000);
const numbers = fc.array(fc.nat(99), { maxLength: 5 });
const plain = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { noNullPrototype: true });

const row = fc.oneof(
  plain({ type: fc.constant("row" as const), name: fc.constantFrom("causal", "sliding_window"), params: fc.dictionary(words(8), fc.nat(99), { noNullPrototype: true }) }),
  plain({ type: fc.constant("expression" as const), text: words(30) }),
  plain({ type: fc.constant("cells" as const), tokens: fc.integer({ min: 1, max: 16 }), bits: fc.base64String({ maxLength: 44 }) }),
);
const mask = plain({
  mask: or(fc.oneof(row, plain({ type: fc.constantFrom("and" as const, "or" as const), masks: fc.array(row, { minLength: 2, maxLength: 3 }) }), plain({ type: fc.constant("not" as const), mask: row }))),
  top_k: or(fc.integer({ min: 1, max: 99 })),
  how: fc.constantFrom("restrict" as const, "replace" as const),
  layers: or(numbers),
  heads: or(numbers),
  kind: or(fc.constantFrom("encoder" as const, "decoder" as const, "cross" as const)),
});
const position = plain({
  rotary: or(plain({ name: fc.constant("linear"), params: fc.dictionary(words(6), fc.nat(99), { noNullPrototype: true }) })),
  offset: fc.nat(9999),
  ids: fc.constantFrom("counted" as const, "zero" as const, "shuffled" as const),
  seed: fc.nat(99),
});

/** What is left out stands at its first value. */
const spec = fc.record(
  {
    text: words(40),
    second: words(40),
    second_as: fc.constant("batch" as const),
    padding_side: fc.constant("left" as const),
    dtype: fc.constantFrom("float16" as const, "bfloat16" as const),
    decode: fc.constant("beam" as const),
    beam_width: fc.integer({ min: 5, max: 16 }),
    most_tokens: fc.integer({ min: 65, max: 512 }),
    continue_tokens: fc.integer({ min: 1, max: 512 }),
    masked: fc.array(fc.nat(511), { minLength: 1, maxLength: 9 }),
    mask,
    position,
    word_shuffle: fc.nat(2 ** 32 - 1),
    check_leaks: fc.constant(true),
  },
  { requiredKeys: [], noNullPrototype: true },
).map((change) => Object.fromEntries(Object.entries(change).filter(([name, value]) => value !== "" || name === "second")));

const whole = fc.tuple(spec, words(20).filter((name) => name !== "")).map(([change, model]) => ({ ...change, model }));

const addresses: fc.Arbitrary<Address> = fc.record({
  run: or(fc.uuid()),
  training: or(fc.uuid()),
  view: fc.constantFrom("atlas", "head", "output"),
  spec: or(whole),
  variants: fc.array(plain({ change: spec, run: or(fc.uuid()) }), { maxLength: 3 }),
  shown: fc.nat(3),
  compare: fc.constantFrom(null, "side", "difference", "both"),
  selection: fc.record({ kind: fc.constantFrom("encoder", "decoder", "cross"), layer: fc.nat(99), head: fc.nat(99), row: fc.nat(3), query: index, key: index }),
  settings: fc.record({
    transform: fc.constantFrom("sqrt", "linear", "log"),
    order: fc.constantFrom("layer", "entropy", "induction", "largest"),
    hideSpecial: fc.boolean(),
    hideFirst: fc.boolean(),
    renormalise: fc.boolean(),
    threshold: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    topK: fc.integer({ min: 1, max: 1000 }),
    filter: fc.constantFrom("all", "first", "spread"),
    compared: fc.constantFrom("moved", "maps"),
    table: fc.boolean(),
    numbers: fc.boolean(),
  }),
  place: or(fc.record({ zoom: fraction(99).map((n) => n + 1).map((n) => Number(n.toFixed(4))), x: fraction(999), y: fraction(999), keys: fc.nat(4096), queries: fc.nat(4096) })),
  options: fc.record({
    panel: fc.constantFrom("view", "setup", "inspect"),
    lang: fc.constantFrom(null, "en", "zh"),
    theme: fc.constantFrom(null, "light", "dark"),
    tokens: fc.integer({ min: 16, max: 131_072 }),
    batch: fc.integer({ min: 1, max: 4096 }),
    concurrency: fc.integer({ min: 1, max: 4096 }),
    precision: fc.constantFrom(null, "bf16", "int4"),
    device: or(words(12).filter((name) => name !== "")),
    bytes: fc.constantFrom("binary", "decimal"),
    flops: fc.constantFrom("auto", "M", "G", "T"),
    figure: fc.oneof(plain({ type: fc.constant("part" as const), name: words(9) }), plain({ type: fc.constant("figure" as const), name: words(9), where: fc.constantFrom("own" as const, "at" as const, "structure" as const) })),
    source: fc.constantFrom("run", "published", "pasted"),
    published: words(20),
    config: words(200),
    plan: fc.record({ tensor: fc.integer({ min: 2, max: 64 }), data: fc.integer({ min: 2, max: 64 }) }, { requiredKeys: [], noNullPrototype: true }),
    microbatches: fc.integer({ min: 1, max: 4096 }),
    long: or(words(99)),
    lesson: fc.constant(null),
    step: or(fc.nat(999)),
    attention: fc.constantFrom(null, "encoder", "cross"),
  }),
});

describe("the address", () => {
  it("gives back every state that it was written from", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(read(writeAddress(address))).toEqual(address);
        expect(brokenIn(new URL(writeAddress(address), "http://atlas.test/").hash)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  }, 60_000);

  it("is empty for the first state, and names what differs from it alone", () => {
    expect(writeAddress(FIRST_ADDRESS)).toBe("?");
    const selection = { ...FIRST_ADDRESS.selection, layer: 16, head: 3 };
    expect(writeAddress({ ...FIRST_ADDRESS, run: "r1", view: "head", selection })).toBe("?run=r1#head&layer=16&head=3");
  });

  it.each([
    "#atlas&layer=-1", "#atlas&layer=1e9", "#atlas&kind=future", "#atlas&scale=", "#atlas&threshold=2", "#atlas&top=0", "#atlas&nonsense=1",
    "#atlas&query=1.5", "#&&&", "#atlas&tokens=3", "#atlas&place=1_2", "#atlas&plan=tensor.0", "#atlas&figure=x", "#atlas&lesson=e30",
  ])("reads %s as the first state", (words) => {
    expect(read(words)).toEqual(FIRST_ADDRESS);
  });

  it("names the parts that mean nothing, and opens the rest", () => {
    const words = "#head&layer=abc&head=3&mask=e30&variants=!!!&future=1&draft.text=00000000-0000-0000-0000-000000000000";
    expect(brokenIn(words)).toEqual(["layer", "mask", "variants", "future", "text"]);
    expect(read(words)).toEqual({ ...FIRST_ADDRESS, view: "head", selection: { ...FIRST_ADDRESS.selection, head: 3 }, spec: {} });
  });

  it("opens an address of before, whose text stands over the settings of its run", () => {
    expect(read("?run=r1#head&text=Hello%20there").spec).toEqual({ text: "Hello there" });
    expect(brokenIn("#atlas&variants=W1t7ImR0eXBlIjoiZmxvYXQxNiJ9LCJyIl1d&shown=B&compare=both")).toEqual([]);
    expect(read("#atlas&variants=W1t7ImR0eXBlIjoiZmxvYXQxNiJ9LCJyIl1d").variants).toEqual([{ change: { dtype: "float16" }, run: "r" }]);
  });

  it("names a draft for words that are too long, once there is one, and holds them itself until then", () => {
    const text = "长".repeat(MOST_IN_ADDRESS);
    const address = { ...FIRST_ADDRESS, spec: { model: "m", text } };
    expect(tooLong(address)).toEqual([text]);
    expect(read(writeAddress(address))).toEqual(address);
    const drafts: Drafts = { id: (words) => (words === text ? "d1" : null), words: (id) => (id === "d1" ? text : null) };
    const written = writeAddress(address, drafts);
    expect(written).toBe("#atlas&model=m&draft.text=d1");
    expect(draftsIn(written)).toEqual(["d1"]);
    expect(read(written, drafts)).toEqual(address);
    expect(brokenIn(written)).toEqual(["text"]);
  });

  it("leaves a text out that no address can hold: an unpaired surrogate", () => {
    expect(writeAddress({ ...FIRST_ADDRESS, spec: { text: "a\ud800" } })).toBe("?");
  });

  it("keeps a text of markup and separators as it was typed", () => {
    const text = `"><img src=x onerror=alert(1)> & # = ? +\n小王`;
    expect(read(writeAddress({ ...FIRST_ADDRESS, spec: { text } })).spec?.text).toBe(text);
  });

  it.each(["!!!", "bm90IGpzb24", btoa("[1,2]"), btoa("{}"), btoa('[[{"mask":5},null]]')])("reads variants of %s as none", (words) => {
    expect(read(`#atlas&variants=${words}`).variants).toEqual([]);
  });

  it("is told row by row in its document", () => {
    const told = readFileSync(new URL("../../../docs/address.md", import.meta.url), "utf8");
    expect(ROWS.map(({ name }) => name).filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
  });

  it("has one row for each part of the selection, the settings, the options and the request, and one each for place, training and the three of variants", () => {
    const parts = [FIRST_ADDRESS.selection, FIRST_ADDRESS.settings, FIRST_OPTIONS, FIRST_SPEC].reduce((sum, part) => sum + Object.keys(part).length, 5);
    expect(ROWS).toHaveLength(parts);
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(parts);
    expect([OPTION_NAMES.length, NAMES.length]).toEqual([Object.keys(FIRST_OPTIONS).length, Object.keys(FIRST_SPEC).length]);
  });
});
