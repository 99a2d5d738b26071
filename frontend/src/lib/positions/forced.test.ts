import { expect, it } from "vitest";
import { MODEL } from "../fixtures";
import { AS_TRAINED, cannot, figure, mostOffset, normal, scaled, turned } from "./forced";

const ROPE = { ...MODEL, position_row: "rope", position_params: { theta: 100_000 } };

it("asks for nothing where nothing is changed", () => {
  expect(normal(AS_TRAINED)).toBeNull();
  expect(normal({ ...AS_TRAINED, seed: 7 })).toBeNull();
  expect(normal({ ...AS_TRAINED, offset: 3, seed: 7 })).toEqual({ rotary: null, offset: 3, ids: "counted", seed: 0 });
  expect(normal({ ...AS_TRAINED, ids: "shuffled", seed: 7 })?.seed).toBe(7);
});

it.each([
  ["rope", []], ["rope_yarn", []], ["learned", ["rotary"]], ["sinusoidal", ["rotary"]], ["t5", ["rotary", "offset"]],
  ["alibi", ["rotary", "offset"]], ["none", ["rotary", "offset", "ids"]], [null, ["rotary", "offset", "ids"]],
])("%s can be given everything but %j", (position_row, changes) => {
  expect(Object.keys(cannot({ ...MODEL, position_row }))).toEqual(changes);
});

it("moves positions as far as a learned table reaches", () => {
  expect(mostOffset({ ...MODEL, position_row: "learned", context_tokens: 64 }, 10)).toBe(54);
  expect(mostOffset({ ...MODEL, position_row: "learned", context_tokens: 64 }, 100)).toBe(0);
  expect(mostOffset(ROPE, 10)).toBe(1_000_000);
});

it("shows the model's own numbers until others are given", () => {
  expect(figure(null, ROPE, "theta", 1)).toBe(100_000);
  expect(figure(null, ROPE, "trained_tokens", 1)).toBe(64);
  expect(figure(null, ROPE, "factor", 2)).toBe(2);
  expect(figure({ row: "rope", params: { theta: 500 } }, ROPE, "theta", 1)).toBe(500);
});

it("keeps a base that was given when the scaling is another", () => {
  const based = turned(null, ROPE, "theta", 500);
  expect(based).toEqual({ row: "rope", params: { theta: 500 } });
  expect(scaled(based, ROPE, "rope_yarn")).toEqual({ row: "rope_yarn", params: { theta: 500 } });
  expect(scaled({ row: "rope_yarn", params: { theta: 500, factor: 4 } }, ROPE, "rope_linear")?.params).toEqual({ theta: 500, factor: 4 });
  expect(scaled({ row: "rope_yarn", params: { factor: 4 } }, ROPE, "rope")).toBeNull();
});
