/** What was measured of a run, to stand on the curves of what is computed. */
import type { RunState } from "../fold";
import { elapsed_ms } from "../progress";

export interface MeasuredTime {
  readonly ms: number;
  /** Of one pass alone, or of the whole run with its capture. */
  readonly of: "pass" | "run";
}

/** Null: nothing is there yet. */
export function timeOf(state: RunState): MeasuredTime | null {
  if (state.parts) return { ms: state.parts.plain_ms, of: "pass" };
  return elapsed_ms(state) > 0 ? { ms: elapsed_ms(state), of: "run" } : null;
}

export interface MeasuredCache {
  readonly tokens: number;
  readonly bytes: number;
}

/** Of the cache that a text in pieces left, or of the last token that was written with one. Null: none was measured. */
export function cacheOf({ prefill, cache }: RunState): MeasuredCache | null {
  const piece = prefill?.chunkings[0]?.pieces.at(-1);
  if (piece) return { tokens: piece.keys, bytes: piece.cache_bytes };
  const step = cache.get(Math.max(...cache.keys()));
  return step ? { tokens: step.tokens, bytes: step.kept.flatMap(({ allocated_bytes }) => allocated_bytes).reduce((sum, one) => sum + one, 0) } : null;
}
