/** The growing cache of a run, step by step: what stands in it, in which pages, and in how many bytes. */
import type { KeptKeys, ModelCard, RunCache, Token } from "../../protocol/wire";
import { whole } from "../format";
import type { RunState } from "../fold";

/** Of a token at one step: in the cache; there for the last time; evicted; told now and read next; not written yet. */
export type Standing = "kept" | "leaving" | "dropped" | "told" | "future";

export interface Slot {
  readonly place: number;
  readonly standing: Standing;
}

export interface Page {
  readonly first: number;
  readonly slots: readonly Slot[];
  /** Places behind the last token that there will be. */
  readonly beyond: number;
  readonly held: number;
  /** free: holds none any more; ahead: none has been written into it yet. */
  readonly state: "used" | "free" | "ahead";
}

export interface Bytes {
  readonly computed: number;
  readonly allocated: number;
  readonly paged: number;
  /** Were every token kept. */
  readonly unevicted: number;
}

export const stepsOf = (run: RunState): readonly RunCache[] => [...run.cache.values()].sort((a, b) => a.step - b.step);

/** Tokens of the text that was given. */
export const promptOf = (steps: readonly RunCache[]): number => steps[0]?.tokens ?? 0;

const holds = ({ spans }: KeptKeys, place: number): boolean => spans.some(([first, end]) => place >= first && place < end);

export function standingOf(steps: readonly RunCache[], at: number, group: number, place: number): Standing {
  const [now, next] = [steps[at], steps[at + 1]];
  const [kept, later] = [now?.kept[group], next?.kept[group]];
  if (!now || !kept || place >= now.tokens) return now && place === now.tokens ? "told" : "future";
  if (!holds(kept, place)) return "dropped";
  return later && !holds(later, place) ? "leaving" : "kept";
}

/** All places of `total` tokens in pages, as they stand at a step. */
export function pagesOf(steps: readonly RunCache[], at: number, group: number, total: number): readonly Page[] {
  const size = steps[at]?.block_size ?? 1;
  return Array.from({ length: Math.ceil(total / size) }, (_, number) => {
    const first = number * size;
    const count = Math.min(size, total - first);
    const slots = Array.from({ length: count }, (__, index) => ({ place: first + index, standing: standingOf(steps, at, group, first + index) }));
    const held = slots.filter(({ standing }) => standing === "kept" || standing === "leaving").length;
    const state = held > 0 ? "used" : slots[0]?.standing === "dropped" ? "free" : "ahead";
    return { first, slots, beyond: size - count, held, state };
  });
}

/** Over all layers. */
export function bytesOf(step: RunCache): Bytes {
  const sum = (of: (kept: KeptKeys) => number) => step.kept.reduce((all, kept) => all + of(kept), 0);
  return {
    computed: sum(({ computed_bytes, layers }) => computed_bytes * layers.length),
    allocated: sum(({ allocated_bytes }) => allocated_bytes.reduce((all, one) => all + one, 0)),
    paged: sum(({ paged_bytes, layers }) => paged_bytes * layers.length),
    unevicted: sum(({ computed_bytes, keys, layers }) => (computed_bytes / keys) * step.tokens * layers.length),
  };
}

/** 2 × 27 × 3 × 64 × 4 × 30 = 1,244,160: keys and values, tokens, heads, numbers of a head, bytes, layers. */
export function filled({ keys, computed_bytes, layers }: KeptKeys, { kv_heads, head_dim }: ModelCard): string {
  const bytes = computed_bytes / (2 * keys * kv_heads * head_dim);
  const factors = [2, keys, kv_heads, head_dim, bytes, layers.length];
  return `${factors.map(whole).join(" × ")} = ${whole(computed_bytes * layers.length)}`;
}

export interface Times {
  readonly cached: number;
  /** Null: no step was computed anew. */
  readonly uncached: number | null;
  /** Steps at which both tell the same token, of those that were held against each other. */
  readonly same: number;
  readonly compared: number;
  readonly difference: number;
}

/** Of all steps up to now. */
export function timesOf(steps: readonly RunCache[]): Times {
  const compared = steps.filter(({ agrees }) => agrees !== null);
  return {
    cached: steps.reduce((sum, { cached_ms }) => sum + cached_ms, 0),
    uncached: compared.length > 0 ? compared.reduce((sum, { uncached_ms }) => sum + (uncached_ms ?? 0), 0) : null,
    same: compared.filter(({ agrees }) => agrees).length,
    compared: compared.length,
    difference: Math.max(0, ...compared.map(({ difference }) => difference ?? 0)),
  };
}

/** What each place is called: the tokens given, then those that the steps told. */
export const labelsOf = (given: readonly Token[], steps: readonly RunCache[]): readonly string[] => [
  ...given.slice(0, promptOf(steps)).map(({ label }) => label),
  ...steps.map(({ label }) => label),
];

/** How many tokens there will be in the end, the last one told included. */
export function totalOf(run: RunState, asked: number, context: number): number {
  const steps = stepsOf(run);
  const prompt = promptOf(steps);
  const written = steps.at(-1)?.ended || run.status !== "running" ? steps.length : Math.min(asked, context - prompt);
  return prompt + Math.max(written, steps.length);
}
