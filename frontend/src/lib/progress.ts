/** How far a run is, in layers and in time. */
import type { RunState } from "./fold";

export interface Progress {
  readonly done: number;
  /** 0: the model is not known yet. */
  readonly total: number;
  /** At the pace of the layers so far; null: none is done, or nothing is left. */
  readonly left_ms: number | null;
}

export function progress(run: RunState): Progress {
  const done = run.layers.size;
  const total = run.tokens?.model.layers ?? 0;
  const spent = [...run.layers.values()].reduce((sum, layer) => sum + layer.elapsed_ms, 0);
  return { done, total, left_ms: done > 0 && done < total ? (spent / done) * (total - done) : null };
}

/** Without a word for so long, something may be wrong: well beyond a layer at the pace so far, a first one unknown. */
export function patience_ms(run: RunState): number {
  const { done } = progress(run);
  return done > 0 ? Math.max(5_000, (3 * elapsed_ms(run)) / done) : 10_000;
}

/** The whole run as the worker measured it, or its layers so far. */
export const elapsed_ms = (run: RunState): number =>
  run.finished?.elapsed_ms ?? [...run.layers.values()].reduce((sum, layer) => sum + layer.elapsed_ms, 0);

export const captured_bytes = (run: RunState): number =>
  run.finished?.captured_bytes ?? [...run.layers.values()].reduce((sum, layer) => sum + layer.captured_bytes, 0);
