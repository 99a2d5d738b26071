/** Small runs for tests: numbers by hand, no server. */
import type { ModelCard, RunHeads, Token } from "../protocol/wire";
import { EMPTY_RUN, type RunState, headsKey } from "./fold";
import { bitsOf } from "./float16";

export const packed = (shape: readonly number[], values: readonly number[]): RunHeads["overview"] => ({
  shape,
  dtype: "float16",
  data: new Uint8Array(Uint16Array.from(values, bitsOf).buffer),
});

export const token = (label: string, more: Partial<Token> = {}): Token => ({
  id: 0, label, raw: label, start: 0, end: label.length, text: 0, word: -1, part: 0, role: "text", ...more,
});

export const MODEL: ModelCard = {
  name: "tiny", title: "Tiny", architecture: "decoder", layers: 2, query_heads: 3, kv_heads: 1, head_dim: 4, model_dim: 12, vocab: 9,
  context_tokens: 64, parameters: 1, position: "RoPE", norm: "RMSNorm", ffn: "SwiGLU", source: "", license: "", accepts_second: false,
};

const same = (count: number, value: number | null = 0) => Array<number | null>(count).fill(value);

/** Heads of one layer; `values` is [head, query, key]. */
export function heads(layer: number, firstHead: number, size: number, values: readonly number[], more: Partial<RunHeads> = {}): RunHeads {
  const count = values.length / (size * size);
  const none = same(count);
  return {
    type: "run.heads", seq: 1, kind: "decoder", layer, row: 0, first_head: firstHead, queries: size, keys: size, block: 1,
    overview: packed([count, size, size], values),
    measures: {
      entropy: none, distance: none, first_token: none, previous_token: none, self_token: none, separator: none, induction: none, largest: none,
    },
    measured_queries: size,
    ...more,
  };
}

export const runOf = (...events: readonly RunHeads[]): RunState => ({
  ...EMPTY_RUN,
  status: "running",
  heads: new Map(events.map((event) => [headsKey(event.kind, event.layer, event.row, event.first_head), event])),
});
