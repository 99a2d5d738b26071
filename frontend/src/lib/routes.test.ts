import { describe, expect, test } from "vitest";
import type { RunLayer } from "../protocol/wire";
import { packed } from "./fixtures";
import { EMPTY_RUN, layerKey, type RunState } from "./fold";
import { routesOf } from "./routes";
import type { Kind } from "./types";

const layer = (kind: Kind, index: number, routes: RunLayer["routes"]): RunLayer => ({
  type: "run.layer", seq: 1, kind, layer: index, elapsed_ms: 1, attention_ms: 1, captured_bytes: 1, kernel: "", routes,
});
const run = (...layers: readonly RunLayer[]): RunState => ({
  ...EMPTY_RUN, layers: new Map(layers.map((one) => [layerKey(one.kind, one.layer), one])),
});
const two = { experts: 4, expert: [[2, 0], [3, 1]], share: packed([2, 2], [0.75, 0.25, 0.5, 0.5]) };

describe("the experts of a token", () => {
  test("are told by layer, in order, with their shares", () => {
    const mixed = run(layer("decoder", 1, [two]), layer("decoder", 0, []), layer("encoder", 0, [two]));
    expect(routesOf(mixed, "decoder", 0, 0)).toEqual([
      { layer: 1, experts: 4, choices: [{ expert: 2, share: 0.75 }, { expert: 0, share: 0.25 }] },
    ]);
    expect(routesOf(mixed, "cross", 0, 1)[0]?.choices.map(({ expert }) => expert)).toEqual([3, 1]);
  });

  test("are none without a router, beyond the row, or in a row that is not there", () => {
    expect(routesOf(run(layer("decoder", 0, [])), "decoder", 0, 0)).toEqual([]);
    expect(routesOf(run(layer("decoder", 0, [two])), "decoder", 0, 7)).toEqual([]);
    expect(routesOf(run(layer("decoder", 0, [two])), "decoder", 1, 0)).toEqual([]);
  });
});
