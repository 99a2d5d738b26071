// @vitest-environment happy-dom
/** What is measured of a run: asked for aside, added up by layer, and drawn as blocks and points. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Run, RunEvent, RunSpec } from "../../protocol/wire";
import type { Reply } from "../api";
import { MODEL, token } from "../fixtures";
import { apply, EMPTY_RUN, fold } from "../fold";
import { FIRST_SPEC, form } from "../form.svelte";
import { player } from "../play.svelte";
import { route } from "../route.svelte";
import { session } from "../session.svelte";
import type { FollowOptions } from "../stream";
import { variants } from "../variants.svelte";
import { compared, hasLayer } from "./kernels";
import { kernelHindrance, prefillHindrance } from "./measurable";
import { Measuring, measuredSpec } from "./measuring.svelte";
import { cacheOf, timeOf } from "./points";
import { blocksOf, firstSizes, sizesOf } from "./prefill";

const yes = <T>(value: T): Promise<Reply<T>> => Promise.resolve({ ok: true, value });
const SPEC: RunSpec = { ...FIRST_SPEC, model: "tiny", text: "a b" };
const runOf = (id: string, spec: RunSpec): Run => ({
  id, status: "queued", spec, digest: "d", created_at: "2026-01-01T00:00:00Z", finished_at: null, is_example: false, error: null,
});

const call = (layer: number, naive_ms: number, fused_ms: number | null) => ({
  kind: "decoder" as const, layer, queries: 3, keys: 3, heads: 2, allowed_cells: 12, cells: 18,
  ways: [
    { way: "naive" as const, kernel: "laid out", ms: naive_ms, peak_bytes: 100 * (layer + 1), difference: 0 },
    ...(fused_ms === null ? [] : [{ way: "fused" as const, kernel: "flash", ms: fused_ms, peak_bytes: 10, difference: 1e-7 * (layer + 1) }]),
    { way: "block_sparse" as const, kernel: "flash", ms: 1, peak_bytes: 20, difference: 2e-7 },
  ],
});
const KERNELS: Extract<RunEvent, { type: "run.kernels" }> = { type: "run.kernels", seq: 5, rounds: 5, accounting: "tensors", calls: [call(0, 4, 2), call(1, 6, 3)] };
const PIECES = [
  { first: 0, tokens: 2, keys: 2, ms: 1, peak_bytes: 50, cache_bytes: 20 },
  { first: 2, tokens: 1, keys: 3, ms: 1, peak_bytes: 60, cache_bytes: 30 },
];
const CHUNKING = { chunk: 2, pieces: PIECES, ms: 2, peak_bytes: 60, difference: 0, equal: true };
const PREFILL: RunEvent = { type: "run.prefill", seq: 6, whole_ms: 1, whole_peak_bytes: 90, tolerance: 1e-4, accounting: "tensors", chunkings: [CHUNKING] };
const TOKENS: RunEvent = { type: "run.tokens", seq: 2, model: MODEL, target: [], rows: [{ tokens: [token("a"), token("b"), token("c")], notices: [] }] };
const FINISHED: RunEvent = { type: "run.finished", seq: 9, elapsed_ms: 7, captured_bytes: 1 };

describe("kernels of a run", () => {
  it("are told layer by layer, and together with times added up and the most of memory and of differences", () => {
    expect(compared(KERNELS, 1).map(({ layers, cells, rows }) => [layers, cells, rows.map(({ ms }) => ms)])).toEqual([[[1], 18, [6, 3, 1]]]);
    const [all] = compared(KERNELS, null);
    expect([all?.layers, all?.cells, all?.allowed]).toEqual([[0, 1], 36, 24]);
    expect(all?.rows.map(({ way, ms, peak_bytes, difference }) => [way, ms, peak_bytes, difference])).toEqual([
      ["naive", 10, 200, 0], ["fused", 5, 10, 2e-7], ["block_sparse", 2, 20, 2e-7],
    ]);
  });

  it("a kernel that does not take every call is left out of the sum", () => {
    const [all] = compared({ ...KERNELS, calls: [call(0, 4, 2), call(1, 6, null)] }, null);
    expect(all?.rows.map(({ way }) => way)).toEqual(["naive", "block_sparse"]);
  });

  it("stand for the layers that were measured", () => {
    expect([hasLayer(KERNELS, 1, 2), hasLayer(KERNELS, 2, 3), hasLayer(KERNELS, null, 2), hasLayer(KERNELS, null, 3), hasLayer(null, 0, 2)]).toEqual([true, false, true, false, false]);
  });
});

describe("a text in pieces", () => {
  it("has powers of two below its length to choose from, of which no size makes more than 256 pieces", () => {
    expect(sizesOf(15)).toEqual([1, 2, 4, 8]);
    expect(sizesOf(16)).toEqual([1, 2, 4, 8]);
    expect(sizesOf(1)).toEqual([1]);
    expect(sizesOf(1000)).toEqual([4, 8, 16, 32, 64, 128, 256, 512]);
    expect(firstSizes(sizesOf(1000))).toEqual([128, 256, 512]);
  });

  it("is a staircase: each piece beside the keys that were cached before it", () => {
    expect(blocksOf(CHUNKING)).toEqual([
      { top: 0, height: 2 / 3, cached: 0, own: 2 / 3 },
      { top: 2 / 3, height: 1 / 3, cached: 2 / 3, own: 1 / 3 },
    ]);
  });
});

describe("what is measured of a run stands on the curves", () => {
  it("the time of a pass alone where it was timed, else of the whole run", () => {
    expect(timeOf(EMPTY_RUN)).toBeNull();
    expect(timeOf(fold([TOKENS, FINISHED]))).toEqual({ ms: 7, of: "run" });
    const parts: RunEvent = { type: "run.parts", seq: 4, parts: [], elapsed_ms: 4, plain_ms: 3, rounds: 3, accounting: "tensors" };
    expect(timeOf(fold([TOKENS, parts, FINISHED]))).toEqual({ ms: 3, of: "pass" });
  });

  it("the cache after the last piece", () => {
    expect(cacheOf(EMPTY_RUN)).toBeNull();
    expect(cacheOf(fold([TOKENS, PREFILL]))).toEqual({ tokens: 3, bytes: 30 });
  });
});

describe("what can't be measured says why", () => {
  const state = fold([TOKENS]);
  const as = (change: Partial<typeof MODEL>, rows = 1) => fold([{ ...TOKENS, model: { ...MODEL, ...change }, rows: Array.from({ length: rows }, () => ({ tokens: [token("a")], notices: [] })) }]);

  it("scores of more than 2^27 cells are not laid out", () => {
    expect(kernelHindrance(state)).toBeNull();
    // 3 tokens: 9 cells a head
    expect(kernelHindrance(fold([{ ...TOKENS, model: { ...MODEL, query_heads: 2 ** 27 } }]))).toContain("1,207,959,552 cells; at most 134,217,728");
  });

  it("only one text of a decoder, in its own positions, is read in pieces", () => {
    expect(prefillHindrance(state, SPEC)).toBeNull();
    expect(prefillHindrance(as({ architecture: "encoder" }), SPEC)).toContain("is an encoder");
    expect(prefillHindrance(as({ architecture: "encoder_decoder" }), SPEC)).toContain("reads its source at once");
    expect(prefillHindrance(as({}, 2), SPEC)).toContain("Two texts");
    expect(prefillHindrance(state, { ...SPEC, position: { rotary: null, offset: 3, ids: "counted", seed: 0 } })).toContain("forced positions");
  });
});

describe("measuring", () => {
  class Server {
    readonly started: RunSpec[] = [];
    readonly cancelled: string[] = [];
    refusal: string | null = null;
    stream: FollowOptions | null = null;
    #state = EMPTY_RUN;
    run = (id: string) => yes(runOf(id, { ...SPEC, measure_parts: true }));
    start = (spec: RunSpec): Promise<Reply<Run>> => {
      if (this.refusal) return Promise.resolve({ ok: false, error: { code: "invalid_request", message: this.refusal, field: null } });
      this.started.push(spec);
      return yes(runOf("m1", spec));
    };
    cancel = (id: string) => {
      this.cancelled.push(id);
      return yes(runOf(id, SPEC));
    };
    follow = (_: string, options: FollowOptions) => {
      this.stream = options;
      this.#state = EMPTY_RUN;
      return () => void (this.stream = null);
    };
    send(...events: RunEvent[]): void {
      this.#state = events.reduce(apply, this.#state);
      this.stream?.onRun(this.#state);
    }
  }
  const KERNEL_ASK = { measure_kernels: { layer: 0, rounds: 5 } };
  let server: Server;
  let measuring: Measuring;
  const before = fold([TOKENS, { ...FINISHED, elapsed_ms: 1 }]);

  beforeEach(() => {
    server = new Server();
    measuring = new Measuring(server, server.follow);
    player.adopt(0, runOf("r1", SPEC), before);
    form.spec = SPEC;
  });

  it("keeps what was measured before, and asks for the same once more under another number", () => {
    const spec = measuredSpec({ ...SPEC, measure_parts: true }, KERNEL_ASK);
    expect(spec).toEqual({ ...SPEC, measure_parts: true, ...KERNEL_ASK });
    expect(measuredSpec(spec, KERNEL_ASK).measure_again).toBe(1);
    expect(measuredSpec(spec, { measure_kernels: { layer: 1, rounds: 5 } }).measure_again).toBe(0);
  });

  it("leaves the run on screen until all is there, and then takes its place; the form is as it was", async () => {
    await measuring.start("kernels", KERNEL_ASK);
    expect(server.started).toEqual([{ ...SPEC, measure_parts: true, ...KERNEL_ASK }]);
    server.send({ type: "run.started", seq: 1, attempt: 1, device: "cpu", dtype: "float32", threads: 1 }, TOKENS, KERNELS);
    expect([session.run, measuring.isRunning]).toEqual([before, true]);
    server.send(FINISHED);
    expect(measuring.isRunning).toBe(false);
    expect(session.run?.kernels).toEqual(KERNELS);
    expect([route.run, variants.slots[0]?.run, variants.slots[0]?.ran, form.spec]).toEqual(["m1", "m1", SPEC, SPEC]);
  });

  it("is no setting of the form that a measured run fills, so that the next text is not measured unasked", () => {
    form.fill("m1", { ...SPEC, measure_parts: true, measure_again: 2, ...KERNEL_ASK }, null);
    expect(form.spec).toEqual(SPEC);
  });

  it("cancelled, it changes nothing on screen", async () => {
    await measuring.start("kernels", KERNEL_ASK);
    measuring.cancel();
    expect(server.cancelled).toEqual(["m1"]);
    expect([measuring.isRunning, measuring.cancelled, session.run, route.run]).toEqual([false, true, before, "r1"]);
  });

  it("is given up when another run takes the place of the one that it measures", async () => {
    await measuring.start("kernels", KERNEL_ASK);
    measuring.heed();
    expect(measuring.isRunning).toBe(true);
    player.adopt(0, runOf("r2", SPEC), before);
    measuring.heed();
    expect([measuring.isRunning, server.cancelled]).toEqual([false, ["m1"]]);
  });

  it("says why it is refused, and a failure in its own words", async () => {
    server.refusal = "Too long.";
    await measuring.start("kernels", KERNEL_ASK);
    expect([measuring.fault?.message, measuring.isRunning]).toEqual(["Too long.", false]);
    server.refusal = null;
    await measuring.start("kernels", KERNEL_ASK);
    expect(measuring.fault).toBeNull();
    server.send({ type: "run.failed", seq: 8, error: { code: "run_timed_out", message: "Too slow.", field: null } });
    expect([measuring.fault?.message, measuring.isRunning, route.run]).toEqual(["Too slow.", false, "r1"]);
  });
});
