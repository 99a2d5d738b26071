/** How far a run is, in layers and in time. */
import type { RunLayer } from "../protocol/wire";
import type { RunState } from "./fold";
import { KINDS_OF } from "./sides";

export interface Progress {
  readonly done: number;
  /** 0: the model is not known yet. */
  readonly total: number;
  /** At the pace of the layers so far; null: none is done, or nothing is left. */
  readonly left_ms: number | null;
}

export function progress(run: RunState): Progress {
  const done = run.layers.size;
  const model = run.tokens?.model;
  const total = model ? model.layers * KINDS_OF[model.architecture].length : 0;
  const spent = spent_ms(run.layers.values());
  return { done, total, left_ms: done > 0 && done < total ? (spent / done) * (total - done) : null };
}

/** A decoder's layer is told with its self-attention and again with its cross-attention, and counts once. */
export const spent_ms = (layers: Iterable<RunLayer>): number =>
  [...layers].reduce((sum, { kind, elapsed_ms }) => sum + (kind === "cross" ? 0 : elapsed_ms), 0);

/** Without a word for so long, something may be wrong: well beyond a layer at the pace so far, a first one unknown. */
export function patience_ms(run: RunState): number {
  const { done } = progress(run);
  return done > 0 ? Math.max(5_000, (3 * elapsed_ms(run)) / done) : 10_000;
}

/** The whole run as the worker measured it, or its layers so far. */
export const elapsed_ms = (run: RunState): number =>
  run.finished?.elapsed_ms ?? spent_ms(run.layers.values());

export const captured_bytes = (run: RunState): number =>
  run.finished?.captured_bytes ?? [...run.layers.values()].reduce((sum, layer) => sum + layer.captured_bytes, 0);
