import { describe, expect, it } from "vitest";
import { MODEL, heads } from "./fixtures";
import { apply, EMPTY_RUN, type RunState } from "./fold";
import { elapsed_ms, patience_ms, progress } from "./progress";
import { stateOf, type Situation } from "./state";

const ERROR = { code: "run_timed_out", message: "", field: null };
const still: Situation = { run: null, problem: null, connection: { state: "open" }, starting: false, quiet: false, opening: false };

const running: RunState = apply(EMPTY_RUN, { type: "run.started", seq: 1, attempt: 1, device: "cpu", dtype: "float32", threads: 1 });
const tokens = apply(running, { type: "run.tokens", seq: 2, model: MODEL, target: [], rows: [] });
const drawn = apply(apply(tokens, { ...heads(0, 0, 1, [1, 1, 1]), seq: 3 }), {
  type: "run.layer", seq: 4, kind: "decoder", layer: 0, elapsed_ms: 500, attention_ms: 100, captured_bytes: 8, kernel: "cpu", routes: [],
});
const lost = { state: "lost", retry_at: 1, retry: () => undefined } as const;

describe("how things stand", () => {
  it.each<[string, Partial<Situation>]>([
    ["loading", { opening: true }],
    ["empty", {}],
    ["starting", { starting: true }],
    ["problem", { problem: ERROR, run: drawn }],
    ["queued", { run: { ...EMPTY_RUN, ahead: 2 } }],
    ["started", { run: running }],
    ["loading_model", { run: { ...running, stage: "loading_model" } }],
    ["computing", { run: { ...tokens, stage: "computing" } }],
    ["fine", { run: drawn }],
    ["quiet", { run: { ...drawn, stage: "computing" }, quiet: true }],
    ["loading_model", { run: { ...running, stage: "loading_model" }, quiet: true }],
    ["lost", { run: drawn, connection: lost, quiet: true }],
    ["lost", { run: drawn, connection: lost }],
    ["cancelled", { run: apply(drawn, { type: "run.cancelled", seq: 5 }) }],
    ["failed", { run: apply(drawn, { type: "run.failed", seq: 5, error: ERROR }) }],
    ["crashed", { run: apply(drawn, { type: "run.crashed", seq: 5, error: ERROR }) }],
    ["fine", { run: apply(drawn, { type: "run.finished", seq: 5, elapsed_ms: 1, captured_bytes: 1 }) }],
  ])("%s", (name, change) => {
    expect(stateOf({ ...still, ...change }).name).toBe(name);
  });

  it("a run that waits says who it waits for", () => {
    const waiting = apply(EMPTY_RUN, { type: "queue.position", seq: 0, ahead: 2, worker_alive: false });
    expect(stateOf({ ...still, run: waiting })).toEqual({ name: "queued", ahead: 2, worker: false });
  });

  it("a connection lost after the end is not worth a word", () => {
    const over = apply(drawn, { type: "run.finished", seq: 5, elapsed_ms: 1, captured_bytes: 1 });
    expect(stateOf({ ...still, run: over, connection: lost }).name).toBe("fine");
  });

  it("a lost connection says how many layers are here", () => {
    expect(stateOf({ ...still, run: drawn, connection: lost })).toMatchObject({ done: 1, total: 2 });
  });
});

describe("progress", () => {
  it("grows impatient by the pace of the layers, and never within five seconds", () => {
    expect(patience_ms(drawn)).toBe(5_000);
    expect(patience_ms({ ...drawn, layers: new Map([...drawn.layers].map(([key, layer]) => [key, { ...layer, elapsed_ms: 4_000 }])) })).toBe(12_000);
    expect(patience_ms(tokens)).toBe(10_000);
  });

  it("expects the layers to come to take as long as those done", () => {
    expect(progress(drawn)).toEqual({ done: 1, total: 2, left_ms: 500 });
    expect(progress(tokens).left_ms).toBeNull();
  });

  it("counts each side of an encoder-decoder, and the time of a decoder's layer once", () => {
    const layer = { type: "run.layer", seq: 3, layer: 0, elapsed_ms: 300, attention_ms: 1, captured_bytes: 1, kernel: "", routes: [] } as const;
    const kinds = ["encoder", "decoder", "cross"] as const;
    const both: RunState = {
      ...drawn,
      tokens: { type: "run.tokens", seq: 2, rows: [], target: [], model: { ...MODEL, architecture: "encoder_decoder" } },
      layers: new Map(kinds.map((kind) => [`${kind}:0`, { ...layer, kind }])),
    };
    expect(progress(both)).toMatchObject({ done: 3, total: 6 });
    expect(elapsed_ms(both)).toBe(600);
  });
});
