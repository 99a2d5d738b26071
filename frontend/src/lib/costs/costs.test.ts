import { describe, expect, test, vi } from "vitest";
import type { CostReport, ErrorBody, Figure, RunSpec } from "../../protocol/wire";
import { FIRST_SPEC } from "../form.svelte";
import type { Reply } from "../api";
import type { CostAsk } from "./api";
import { Asked } from "./asked.svelte";
import { around, placeOf, ticksOf, valueAt } from "./chart";
import { atAsk, COUNTED, growthAsk, LENGTHS, lengthsOf, ownAsk } from "./questions";
import { curvesOf, figuresOf, pairsOf, partsOf } from "./report";
import { linkOf } from "./source";
import { bytesIn, flopsIn, percent, rawOf, secondsIn, wordsOf } from "./units";

const figure = (name: string, value: number, unit = "FLOPs"): Figure => ({ name, title: name, value, unit, formula: "", filled: "", source: "", group: "" });
const report = (figures: readonly Figure[], asked: readonly (readonly Figure[])[] = []) => ({ figures, asked }) as unknown as CostReport;

describe("a number keeps its value in every unit", () => {
  test.each([
    [691_200, "binary", "675 KiB"],
    [691_200, "decimal", "691 kB"],
    [1_073_741_824, "binary", "1 GiB"],
    [80_000_000_000, "binary", "74.5 GiB"],
    [0, "binary", "0 B"],
  ] as const)("%i bytes, %s: %s", (value, unit, words) => expect(wordsOf(bytesIn(value, unit))).toBe(words));
  test.each([
    [4_042_690_560, "auto", "4.04 GFLOP"],
    [4_042_690_560, "M", "4,042.7 MFLOP"],
    [8_294_400, "M", "8.29 MFLOP"],
    [8_294_400, "T", "8.3e−6 TFLOP"],
  ] as const)("%i FLOPs, %s: %s", (value, unit, words) => expect(wordsOf(flopsIn(value, unit))).toBe(words));
  test("seconds, shares and whole numbers", () => {
    expect([secondsIn(0.105), secondsIn(8.33e-5), secondsIn(2)].map(wordsOf)).toEqual(["105 ms", "83.3 µs", "2 s"]);
    expect([0, 0.0003, 0.591].map(percent)).toEqual(["0.0%", "<0.1%", "59.1%"]);
    expect(rawOf(4_042_690_560, "FLOPs")).toBe("4,042,690,560 FLOPs");
  });
});

describe("logarithmic axes", () => {
  test("a place and its value are inverse, and the middle is the geometric one", () => {
    const axis = { low: 16, high: 131_072 };
    expect(placeOf(axis, 16)).toBe(0);
    expect(placeOf(axis, 131_072)).toBe(1);
    expect(valueAt(axis, placeOf(axis, 2048))).toBeCloseTo(2048);
    expect([valueAt(axis, -1), valueAt(axis, 2)]).toEqual([16, 131_072]);
  });
  test("an axis has whole powers around its values, and few ticks", () => {
    expect(around([3, 700], 10)).toEqual({ low: 1, high: 1000 });
    expect(ticksOf({ low: 1, high: 1e12 }, 10, 4)).toEqual([1e12, 1e8, 1e4, 1]);
    expect(around([], 10)).toEqual({ low: 1, high: 10 });
  });
});

describe("figures of an answer", () => {
  test("those beside the report are named by the question", () => {
    const found = figuresOf(report([figure("kv_bytes", 5)], [[figure("kv_bytes", 7)], [figure("step_time.seconds", 2)]]), ["kv_per_token", "step_time"]);
    expect([...found].map(([name, { value }]) => [name, value])).toEqual([["kv_bytes", 5], ["kv_per_token", 7], ["step_time.seconds", 2]]);
  });
  test("parts stand in the order of the data path, scores and weighted sum with bytes of their own", () => {
    const figures = figuresOf(report(
      [figure("parameters_by_part.ffn", 3), figure("parameters_by_part.embedding", 1), figure("forward_flops_by_part.weighted_sum", 4), figure("forward_flops_by_part.scores", 4)],
      [[figure("moved_by_part.scores", 9), figure("moved_by_part.weighted_sum", 8)]]), ["moved_by_part"]);
    expect(partsOf(figures).map(({ name, moved }) => [name, moved?.value ?? null])).toEqual([["embedding", null], ["scores", 9], ["weighted_sum", 8], ["ffn", null]]);
  });
  test("pairs are told by kind of layer: the stack that writes the output first", () => {
    const found = pairsOf(figuresOf(report([
      figure("pairs_by_layer.encoder_6_layers_from_0", 49), figure("pairs_by_layer.encoder_dense", 49),
      figure("pairs_by_layer.decoder_5_layers_from_0", 54), figure("pairs_by_layer.decoder_1_layers_from_5", 120), figure("pairs_by_layer.decoder_dense", 225),
      figure("allowed_pairs.allowed", 684),
    ]), []));
    expect(found.map(({ stack, layers, figure: { value }, dense }) => [stack, layers, value, dense])).toEqual([["decoder", 5, 54, 225], ["decoder", 1, 120, 225], ["encoder", 6, 49, 49]]);
  });
  test("a curve has a point for each length, and none where there is nothing", () => {
    const asked = [4, 0].flatMap((value) => [[figure("attention_flops", value)], [figure("matrix_flops", 2)], [figure("kv_bytes", 0)], [figure("step_time.flops", 8), figure("step_time.seconds", 0.5)], [figure("step_time.seconds", 0.25)]]);
    const curves = curvesOf(report([], asked), [16, 64]);
    expect(curves.attention_flops).toEqual([[16, 4]]);
    expect(curves.kv_bytes).toEqual([]);
    expect([curves.prefill[1], curves.decode[1]]).toEqual([[64, 0.5], [64, 0.25]]);
  });
  test("a source is opened where it has an address", () => {
    expect(linkOf("Kaplan et al. 2020, Scaling Laws, section 2.1, arXiv:2001.08361").href).toBe("https://arxiv.org/abs/2001.08361");
    expect(linkOf("Defined here, in docs/decisions/cost.md, docs/decisions/cost.md").href).toBeNull();
  });
});

describe("questions", () => {
  const spec = (mask: unknown): RunSpec => ({ ...FIRST_SPEC, mask: mask as RunSpec["mask"] });
  const forced = (mask: unknown, more = {}) => ({ mask, top_k: null, how: "restrict", layers: null, heads: null, kind: null, ...more });
  const texts = { tokens: 15, source: null, batch: 1 };
  test("the mask of the run is asked for, unless it is not of whole layers", () => {
    const window = forced({ type: "row", name: "sliding_window", params: { window: 4 } });
    expect(ownAsk(spec(window), texts, "h100").question).toMatchObject({ tokens: 15, precision: "fp32", forced: window });
    for (const other of [forced(null, { top_k: 4 }), { ...window, heads: [1] }, { ...window, kind: "cross" }])
      expect(ownAsk(spec(other), texts, "h100").question).not.toHaveProperty("forced");
  });
  test("memory is asked for with both batch and concurrency, a pass with its batch alone", () => {
    const chosen = { tokens: 64, batch: 2, concurrency: 8, precision: "bf16", device: "h100" } as const;
    const asked = atAsk(spec(null), chosen);
    expect(asked.question).toMatchObject({ batch: 2, concurrency: 8 });
    const params = Object.fromEntries(asked.figures.map(({ name, params: given }) => [name, given]));
    expect(params["kv_bytes"]).toMatchObject({ batch: 2, concurrency: 8 });
    expect(params["longest_context"]).toMatchObject({ batch: 2, concurrency: 8 });
    expect(params["step_time"]).not.toHaveProperty("concurrency");
    expect(growthAsk(spec(null), chosen, [16]).figures[2]?.params).toMatchObject({ tokens: 16, concurrency: 8 });
  });
  test("a mask that has to be counted has short curves", () => {
    expect(lengthsOf(null)).toBe(LENGTHS);
    expect(lengthsOf(spec(forced({ type: "expression", text: "k <= q" })).mask).at(-1)).toBe(COUNTED);
    expect(Math.max(...LENGTHS.map(() => LENGTHS.length * 5))).toBeLessThanOrEqual(64);
  });
});

describe("asking", () => {
  const ask = (tokens: number): CostAsk => ({ model: "gpt2", question: { tokens }, figures: [] });
  test("a question that is taken back is given up, and one that was answered is not asked again", async () => {
    const seen: number[] = [];
    const signals: AbortSignal[] = [];
    const answers: ((reply: Reply<CostReport>) => void)[] = [];
    const asked = new Asked({
      published: () => Promise.reject(new Error("not asked")),
      costs: (one, signal) => {
        seen.push(one.question.tokens ?? 0);
        signals.push(signal);
        return new Promise((resolve) => answers.push(resolve));
      },
    }, 0);
    const stop = asked.ask(ask(1));
    await vi.waitFor(() => expect(seen).toEqual([1]));
    stop?.();
    asked.ask(ask(2));
    await vi.waitFor(() => expect(seen).toEqual([1, 2]));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    answers[1]?.({ ok: true, value: report([figure("x", 2)]) });
    answers[0]?.({ ok: true, value: report([figure("x", 1)]) });
    await vi.waitFor(() => expect(asked.at?.figures[0]?.value).toBe(2));
    const fault: ErrorBody = { code: "invalid_request", message: "No.", field: null };
    asked.ask(ask(3));
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]));
    answers[2]?.({ ok: false, error: fault });
    await vi.waitFor(() => expect(asked.fault).toBe(fault));
    expect(asked.at?.figures[0]?.value).toBe(2);
    asked.ask(ask(2));
    expect([asked.fault, seen.length]).toEqual([null, 3]);
  });
});
