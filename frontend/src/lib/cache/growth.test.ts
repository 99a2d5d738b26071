import { describe, expect, it } from "vitest";
import type { KeptKeys, RunCache } from "../../protocol/wire";
import { EMPTY_RUN } from "../fold";
import { MODEL, token } from "../fixtures";
import { bytesOf, filled, labelsOf, pagesOf, standingOf, stepsOf, timesOf, totalOf } from "./growth";

/** A model with 1 key-value head of 4 numbers of 4 bytes: 32 bytes a token and layer. */
const kept = (spans: readonly (readonly [number, number])[], layers: readonly number[], more: Partial<KeptKeys> = {}): KeptKeys => {
  const keys = spans.reduce((sum, [first, end]) => sum + end - first, 0);
  return { layers, keys, spans: spans as KeptKeys["spans"], dropped: 0, blocks: 2, unused_slots: 0, computed_bytes: 32 * keys, paged_bytes: 256, allocated_bytes: layers.map(() => 32 * keys), ...more };
};
const step = (number: number, tokens: number, groups: readonly KeptKeys[], more: Partial<RunCache> = {}): RunCache => ({
  type: "run.cache", seq: number + 1, step: number, tokens, written: 7, label: `w${number}`, text: "", ended: false, kept: groups, block_size: 4, cached_ms: 2, uncached_ms: 10, agrees: true, difference: 1e-6 * (number + 1), ...more,
});

/** Five tokens are given; layer 0 sees a window of 3, layer 1 all. */
const STEPS = [
  step(0, 5, [kept([[0, 5]], [0]), kept([[0, 5]], [1])]),
  step(1, 6, [kept([[3, 6]], [0]), kept([[0, 6]], [1])]),
  step(2, 7, [kept([[4, 7]], [0]), kept([[0, 7]], [1])], { ended: true }),
];
const run = { ...EMPTY_RUN, status: "running" as const, cache: new Map(STEPS.map((one) => [one.step, one])) };

describe("a token at a step", () => {
  const at = (number: number, group: number) => Array.from({ length: 8 }, (_, place) => standingOf(STEPS, number, group, place));

  it("is in the cache, leaves it, is evicted, is told, or is to come", () => {
    expect(at(0, 0)).toEqual(["leaving", "leaving", "leaving", "kept", "kept", "told", "future", "future"]);
    expect(at(1, 0)).toEqual(["dropped", "dropped", "dropped", "leaving", "kept", "kept", "told", "future"]);
    expect(at(2, 0)).toEqual(["dropped", "dropped", "dropped", "dropped", "kept", "kept", "kept", "told"]);
  });

  it("is kept where the layer sees everything", () => {
    expect(at(2, 1)).toEqual([...Array<string>(7).fill("kept"), "told"]);
  });
});

describe("pages", () => {
  it("stand for places of the text: one is freed once it holds none, the last one waits to be filled", () => {
    expect(pagesOf(STEPS, 2, 0, 8).map(({ first, held, state, beyond }) => [first, held, state, beyond])).toEqual([[0, 0, "free", 0], [4, 3, "used", 0]]);
    expect(pagesOf(STEPS, 0, 1, 9).map(({ held, state, beyond }) => [held, state, beyond])).toEqual([[4, "used", 0], [1, "used", 0], [0, "ahead", 3]]);
  });
});

describe("bytes", () => {
  it("add up over layers, and tell what eviction saves", () => {
    expect(bytesOf(STEPS[2] as RunCache)).toEqual({ computed: 32 * 3 + 32 * 7, allocated: 32 * 10, paged: 512, unevicted: 2 * 32 * 7 });
  });

  it("are told by the formula with its numbers", () => {
    expect(filled(kept([[0, 27]], [0, 1, 2]), MODEL)).toBe("2 × 27 × 1 × 4 × 4 × 3 = 2,592");
  });
});

it("times add up, and every step that was computed twice is held against the other", () => {
  expect(timesOf(STEPS)).toEqual({ cached: 6, uncached: 30, same: 3, compared: 3, difference: 3e-6 });
  expect(timesOf(STEPS.map((one) => ({ ...one, uncached_ms: null, agrees: null, difference: null })))).toMatchObject({ uncached: null, compared: 0 });
});

it("places are named by the tokens given and those told; steps are in order", () => {
  const given = ["a", "b", "c", "d", "e", "w0"].map((label) => token(label));
  expect(labelsOf(given, STEPS)).toEqual(["a", "b", "c", "d", "e", "w0", "w1", "w2"]);
  expect(stepsOf({ ...run, cache: new Map([...run.cache].reverse()) })).toEqual(STEPS);
});

it("as many tokens are to come as were asked for, until the end is known", () => {
  const two = { ...run, cache: new Map(STEPS.slice(0, 2).map((one) => [one.step, one])) };
  expect(totalOf(two, 20, 64)).toBe(25);
  expect(totalOf(two, 20, 16)).toBe(16);
  expect(totalOf(run, 20, 64)).toBe(8);
  expect(totalOf({ ...two, status: "cancelled" }, 20, 64)).toBe(7);
});
