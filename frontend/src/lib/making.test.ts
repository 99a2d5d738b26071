import { describe, expect, it } from "vitest";
import type { Cell } from "../protocol/wire";
import { binOf, histogram, rankAmong } from "./histogram";
import { making } from "./making";

const cell: Cell = {
  weight: Math.exp(2 - 2.5), score: 2, dot: 16, scale: 0.125, softcap: null, bias: 0, allowed: true, lse: 2.5, kv_head: 0,
  row_entropy: 1, visible_keys: 3, rank: 1, sink_share: null,
};
const value = (steps: ReturnType<typeof making>, name: string) => steps.find((step) => step.name === name);

describe("how a weight is made", () => {
  it("adds up from q·k to the weight", () => {
    const steps = making(cell);
    expect(steps.map(({ name }) => name)).toEqual(["dot", "scale", "score", "mask", "lse", "weight"]);
    expect(value(steps, "weight")).toMatchObject({ exponent: -0.5, value: Math.exp(-0.5) });
  });

  it("shows what the soft cap takes away and what the bias adds", () => {
    const capped = 5 * Math.tanh(2 / 5);
    const steps = making({ ...cell, softcap: 5, bias: -1, score: capped - 1 });
    expect(value(steps, "softcap")).toMatchObject({ cap: 5, value: capped - 2 });
    expect(value(steps, "bias")).toMatchObject({ value: -1 });
  });

  it("ends at the mask where the query cannot see the key", () => {
    const steps = making({ ...cell, allowed: false, weight: null, score: null, rank: null });
    expect(steps.at(-1)).toEqual({ name: "mask", allowed: false });
    expect(value(steps, "score")).toMatchObject({ value: 2 });
  });
});

describe("a measure among all heads", () => {
  it("counts every head once, the largest in the last bin", () => {
    const spread = histogram([0, 0.1, 0.5, 1], 10);
    expect(spread?.bins).toEqual([1, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(binOf(1, 0, 1, 10)).toBe(9);
    expect(histogram([2, 2], 3)?.bins).toEqual([2, 0, 0]);
    expect(histogram([], 3)).toBeNull();
  });

  it("ranks equal values alike", () => {
    expect([3, 2, 2, 1].map((one) => rankAmong([3, 2, 2, 1], one))).toEqual([1, 2, 2, 4]);
  });
});
