import { expect, it } from "vitest";
import type { ModelCard } from "../../protocol/wire";
import { MODEL } from "../fixtures";
import { family, siblings, tileOf } from "./siblings";

const lab = (name: string, position_row: string, more: Partial<ModelCard> = {}): ModelCard => ({
  ...MODEL, name, position_row, family: "lab", architecture: "decoder", mask_row: "causal", trained_tokens: 128, ...more,
});

const ROPE = lab("decoder-rope", "rope");
const MODELS = [
  ROPE,
  lab("decoder-none", "none"),
  lab("decoder-alibi", "alibi"),
  lab("decoder-rope-window", "rope", { mask_row: "sliding_window", mask_params: { window: 8 } }),
  lab("encoder-t5", "t5", { architecture: "encoder", mask_row: "full" }),
  lab("small-alibi", "alibi", { layers: 1 }),
  MODEL,
];

it("finds the models of the same architecture and mask", () => {
  expect([...siblings(MODELS, ROPE)].map(([tile, { name }]) => [tile, name]).sort()).toEqual([
    ["alibi", "decoder-alibi"], ["none", "decoder-none"], ["rope", "decoder-rope"],
  ]);
});

it("takes another shape only where its own has none", () => {
  const found = siblings([ROPE, lab("small-t5", "t5", { layers: 1 })], ROPE);
  expect(found.get("t5")?.name).toBe("small-t5");
});

it("is a sibling of itself, whatever else is named so", () => {
  const other = lab("mine", "rope");
  expect(siblings([ROPE, other], other).get("rope")?.name).toBe("mine");
});

it("leaves a model from elsewhere alone with its own encoding", () => {
  const card = { ...MODEL, position_row: "rope_llama3" };
  expect([...siblings(MODELS, card).values()]).toEqual([card]);
  expect(tileOf(card)).toBe("rope");
  expect(siblings(MODELS, MODEL).size).toBe(0);
});

it("lines a family up in the picker's order", () => {
  expect(family(MODELS, ROPE).map(({ name }) => name)).toEqual(["decoder-rope", "decoder-alibi", "decoder-none"]);
});
