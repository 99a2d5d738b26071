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
  context_tokens: 64, parameters: 1, position: "RoPE", norm: "RMSNorm", ffn: "SwiGLU", source: "", license: "", accepts_second: false, start_token: null, end_token: null,
  family: "pretrained", position_row: null, position_params: {}, mask_row: null, mask_params: {}, own_masks: [], mask_notices: [], trained_tokens: null,
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

/** What a browser gives for pixels in memory; it keeps the last image put on it. */
export class Pixels {
  static made = 0;
  image: { data: Uint8ClampedArray } | null = null;
  constructor(readonly width: number, readonly height: number) {
    Pixels.made++;
  }
  getContext() {
    return { putImageData: (image: { data: Uint8ClampedArray }) => void (this.image = image) };
  }
}

/** Stands in for the canvas classes that Node lacks. */
export function standIn(): void {
  Object.assign(globalThis, {
    OffscreenCanvas: Pixels,
    ImageData: class {
      readonly data: Uint8ClampedArray;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
  });
}

/** A brush that notes the names of what it is asked to do. */
export function noted() {
  const calls: string[] = [];
  const brush = new Proxy({}, { get: (_, name) => () => void calls.push(String(name)), set: () => true });
  return { brush: brush as CanvasRenderingContext2D, count: (name: string) => calls.filter((one) => one === name).length };
}
