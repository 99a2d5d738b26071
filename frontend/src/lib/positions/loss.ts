/** Loss by position from what a run says, averaged over spans of positions (compute/lab/length.py does the same). */
import type { RunState } from "../fold";

export interface Bin {
  readonly first: number;
  /** Included. */
  readonly last: number;
  readonly tokens: number;
  /** nats */
  readonly loss: number;
}

export const WIDTH = 64;
/** Of an encoder's tokens one in so many is masked and guessed. */
const MASK_EVERY = 8;
const MOST_MASKED = 512;

/** Of the first row, by place; null where nothing was predicted. */
export function lossesOf(run: RunState): readonly (number | null)[] {
  const next = run.next_token.get(0);
  if (next) return next.losses;
  const found: (number | null)[] = (run.tokens?.rows[0]?.tokens ?? []).map(() => null);
  for (const { place, masked } of run.filled.get(0)?.places ?? []) if (masked) found[place] = -Math.log(Math.max(masked.probability, 1e-30));
  return found;
}

export function binned(losses: readonly (number | null)[], width = WIDTH): readonly Bin[] {
  const bins: Bin[] = [];
  for (let first = 0; first < losses.length; first += width) {
    const told = losses.slice(first, first + width).filter((loss) => loss !== null);
    if (told.length === 0) continue;
    const sum = told.reduce((total, loss) => total + loss, 0);
    bins.push({ first, last: Math.min(first + width, losses.length) - 1, tokens: told.length, loss: sum / told.length });
  }
  return bins;
}

/** Every eighth place of a row of so many tokens; the first and the last are special. */
export const placesToMask = (tokens: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.ceil((tokens - 1 - MASK_EVERY / 2) / MASK_EVERY)) }, (_, index) => MASK_EVERY / 2 + index * MASK_EVERY).slice(0, MOST_MASKED);

/** As much of a text as should give `limit` of its `given` tokens, up to the end of a word. */
export function shortened(text: string, given: number, limit: number): string {
  const kept = text.slice(0, Math.floor(text.length * Math.min(1, (limit / given) * 0.98)));
  const end = Math.max(kept.lastIndexOf(" "), kept.lastIndexOf("。"));
  return end > kept.length / 2 ? kept.slice(0, end) : kept;
}

/** Labels at these heights, moved apart so that none is nearer than `gap` to another; they keep their order. */
export function apart(heights: readonly number[], gap: number, most: number): readonly number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const moved = [...heights];
  let above = -Infinity;
  for (const index of order) above = moved[index] = Math.max(moved[index] ?? 0, above + gap);
  let below = most;
  for (const index of order.reverse()) below = (moved[index] = Math.min(moved[index] ?? 0, below)) - gap;
  return moved;
}
