import { describe, expect, it } from "vitest";
import type { TrainingEvent } from "../../protocol/wire";
import { apply, bestHead, EMPTY_TRAINING, isOver, stepsOf, type TrainingState } from "./fold";

const progress = (seq: number, step: number, loss: number): TrainingEvent => ({
  type: "training.progress", seq, step, loss, accuracy: 0.5, learning_rate: 0.1, tokens_per_s: 10, left_s: 1,
});
const started = (seq: number, attempt: number, from_step: number): TrainingEvent => ({
  type: "training.started", seq, attempt, from_step, steps: 40, parameters: 9, vocabulary: 22, threads: 1,
});
const heads = (seq: number, step: number, layer: number, induction: readonly (number | null)[]): TrainingEvent => ({
  type: "training.heads", seq, step, kind: "decoder", layer, queries: 1, keys: 1, block: 1, induction,
  overview: { shape: [2, 1, 1], dtype: "float16", data: new Uint8Array(4) },
});
const fold = (events: readonly TrainingEvent[]): TrainingState => events.reduce(apply, EMPTY_TRAINING);

describe("a training's state", () => {
  it("keeps the points of the checkpoint and takes those behind it anew when another worker goes on", () => {
    const state = fold([started(1, 1, 0), progress(2, 10, 3), progress(3, 20, 2), started(4, 2, 10), progress(5, 20, 1.5), progress(6, 30, 1)]);
    expect(state.points.map(({ step, loss }) => [step, loss])).toEqual([[10, 3], [20, 1.5], [30, 1]]);
    expect(state.started?.attempt).toBe(2);
  });

  it("takes an event once, and none after the end", () => {
    const ended: TrainingEvent = { type: "training.ended", seq: 3, step: 10, why: "cancelled", elapsed_s: 1, model: "m" };
    const state = fold([started(1, 1, 0), progress(2, 10, 3), progress(2, 10, 9), ended, progress(4, 20, 1)]);
    expect(state.points.map(({ loss }) => loss)).toEqual([3]);
    expect([state.status, state.seq, isOver(state)]).toEqual(["cancelled", 3, true]);
  });

  it("has the looks by step, each layer once", () => {
    const state = fold([heads(1, 100, 0, [0.1, 0.2]), heads(2, 100, 1, [0.9, null]), heads(3, 0, 0, [0, 0]), heads(4, 100, 0, [0.3, 0.2])]);
    expect(stepsOf(state)).toEqual([0, 100]);
    expect(state.looks.get(100)?.map(({ layer, induction }) => [layer, induction[0]])).toEqual([[1, 0.9], [0, 0.3]]);
    expect(bestHead(state.looks.get(100) ?? [])).toEqual({ layer: 1, head: 0, kind: "decoder", score: 0.9 });
  });
});
