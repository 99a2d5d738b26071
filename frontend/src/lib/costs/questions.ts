/** What the page asks about costs: of a run as it was, at a chosen length, and at many lengths. */
import type { FigureAsk, Question, RunSpec } from "../../protocol/wire";
import type { CostAsk } from "./api";

export type Precision = Question["precision"];

/** What is chosen on the page beside the model and its mask. */
export interface Chosen {
  readonly tokens: number;
  readonly batch: number;
  /** Texts whose cache is kept at once: at least the batch. */
  readonly concurrency: number;
  readonly precision: Precision;
  readonly device: string;
}

/** Tokens of the texts of a run, padding included, and how many texts. source: of an encoder-decoder. */
export interface Texts {
  readonly tokens: number;
  readonly source: number | null;
  readonly batch: number;
}

export const LEAST = 16;
export const MOST = 131_072;
export const LENGTHS: readonly number[] = [16, 64, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, MOST];
/** A mask without a closed form is counted cell by cell, and no further than that. */
export const COUNTED = 2048;

export const PRECISIONS: readonly Precision[] = ["fp32", "bf16", "fp16", "fp8", "int8", "int4", "mxfp4"];
const PRECISION_OF: Readonly<Record<RunSpec["dtype"], Precision>> = { float32: "fp32", bfloat16: "bf16", float16: "fp16" };

export const precisionOf = (dtype: string): Precision => PRECISION_OF[dtype as RunSpec["dtype"]] ?? "fp32";

/** Masks that the figures have a closed form for. */
const CLOSED = ["full", "causal", "sliding_window", "sink_window", "dilated_window", "block_local", "prefix_lm", "strided"];
const isClosed = (mask: RunSpec["mask"]): boolean => !isCounted(mask) || (mask?.mask?.type === "row" && CLOSED.includes(mask.mask.name));

/** Costs count whole layers of self-attention: a mask of chosen heads, of the largest scores alone or of cross-attention is left out. */
export const isCounted = (mask: RunSpec["mask"]): boolean =>
  mask !== null && mask !== undefined && mask.mask !== null && mask.heads === null && mask.kind !== "cross";

/** The lengths of the curves: any other mask is counted, which ends early. */
export const lengthsOf = (mask: RunSpec["mask"]): readonly number[] =>
  isClosed(mask) ? LENGTHS : LENGTHS.filter((tokens) => tokens <= COUNTED);

const figure = (name: string, params: FigureAsk["params"] = {}): FigureAsk => ({ name, params });

/** The mask that a run is given stands beside the model's own in every question. */
const ofModel = (spec: RunSpec, question: Partial<Question>): Pick<CostAsk, "model" | "question"> => ({
  model: spec.model,
  question: isCounted(spec.mask) ? { ...question, forced: spec.mask } : question,
});

/** Of a run as it was. In the order of OWN. */
export const OWN = ["attention_flops", "moved_by_part", "kv_per_token", "step_time", "dense_by_part", "stored_dense", "stored_allowed"] as const;

export function ownAsk(spec: RunSpec, texts: Texts, device: string): CostAsk {
  const precision = precisionOf(spec.dtype);
  const size = { tokens: texts.tokens, batch: texts.batch, encoder_tokens: texts.source };
  return {
    ...ofModel(spec, { ...size, precision, device }),
    figures: [figure("attention_flops", size), figure("moved_by_part", { ...size, precision, logits: "all" }), figure("kv_bytes", { tokens: 1, batch: 1, precision, part: "self" }), figure("step_time", { ...size, precision, device }),
      figure("forward_flops_by_part", { ...size, mask: "dense" }), figure("score_bytes", { ...size, precision, layers: "all" }), figure("score_bytes", { ...size, precision, layers: "all", mask: "own" })],
  };
}

/** At the chosen length. In the order of AT. */
export const AT = ["attention_flops", "matrix_flops", "kv_bytes", "step_time", "attention_overtakes", "longest_context"] as const;

export function atAsk(spec: RunSpec, { tokens, batch, concurrency, precision, device }: Chosen): CostAsk {
  const size = { tokens, batch };
  return {
    ...ofModel(spec, { ...size, concurrency, precision, device }),
    figures: [
      figure("attention_flops", size), figure("matrix_flops", size), figure("kv_bytes", { ...size, concurrency, precision }), figure("step_time", { ...size, precision, device }),
      // These try many lengths, which would have to be counted.
      ...(isClosed(spec.mask) ? [figure("attention_overtakes", { against: "all", mask: "own" }), figure("longest_context", { batch, concurrency, precision, device })] : []),
    ],
  };
}

/** Of each length. In the order of GROWTH. */
export const GROWTH = ["attention_flops", "matrix_flops", "kv_bytes", "prefill", "decode"] as const;
export type Growing = (typeof GROWTH)[number];

export function growthAsk(spec: RunSpec, { batch, concurrency, precision, device }: Omit<Chosen, "tokens">, lengths: readonly number[]): CostAsk {
  return {
    ...ofModel(spec, { tokens: LEAST, batch, concurrency, precision, device }),
    figures: lengths.flatMap((tokens) => [
      figure("attention_flops", { tokens, batch }), figure("matrix_flops", { tokens, batch }), figure("kv_bytes", { tokens, batch, concurrency, precision }),
      figure("step_time", { tokens, batch, precision, device }), figure("step_time", { tokens: 1, context: tokens, batch, precision, device }),
    ]),
  };
}
