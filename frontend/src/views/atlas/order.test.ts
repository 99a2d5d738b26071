import { describe, expect, test } from "vitest";
import { MODEL, heads, runOf } from "../../lib/fixtures";
import type { RunState } from "../../lib/fold";
import { countsOf, slotsOf } from "./order.svelte";
import { headsHere } from "../../lib/heads";

const one = [1, NaN, 0.5, 0.5];
const zero = [0, 0, 0];
const measures = (first: number[]) => ({
  entropy: zero, distance: zero, first_token: first, previous_token: zero, self_token: zero, separator: zero, induction: zero, largest: zero,
});
const run: RunState = {
  ...runOf(heads(0, 0, 2, [...one, ...one, ...one], { measures: measures([0.2, 0.9, 0.6]) })),
  tokens: { type: "run.tokens", seq: 4, model: MODEL, target: [], rows: [{ tokens: [], notices: [] }] },
};

describe("the order of the tiles", () => {
  test("layer by layer, with a place for each head that is still to come", () => {
    expect(slotsOf(run, "decoder", 0, "layer").map((head) => head && [head.layer, head.head])).toEqual([
      [0, 0], [0, 1], [0, 2], null, null, null,
    ]);
  });

  test("by a measure, largest first, and places for the rest at the end", () => {
    expect(slotsOf(run, "decoder", 0, "first_token").map((head) => head && head.head)).toEqual([1, 2, 0, null, null, null]);
  });

  test("counts are over the heads that are here", () => {
    expect(countsOf(headsHere(run, "decoder", 0))).toEqual({ all: 3, first: 2, previous: 0, self: 0, spread: 0 });
  });
});
