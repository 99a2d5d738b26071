/** The heads that a run has shown so far: where each one's overview and measures are, their order and filters. */
import type { ModelCard, RunHeads } from "../protocol/wire";
import type { RunState } from "./fold";
import { type Grid, headOf } from "./grid";
import type { Kind, MeasureName } from "./types";

export interface HeadName {
  readonly layer: number;
  readonly head: number;
}

export interface Head extends HeadName {
  readonly event: RunHeads;
  /** Place in the event's arrays. */
  readonly index: number;
}

type Index = ReadonlyMap<string, Head>;

/** A run's map of events is replaced when it grows, so an index made of one never goes stale. */
const indexes = new WeakMap<RunState["heads"], Map<string, Index>>();

function indexOf(run: RunState, kind: Kind, row: number): Index {
  const views = indexes.get(run.heads) ?? new Map<string, Index>();
  indexes.set(run.heads, views);
  const name = `${kind} ${row}`;
  const ready = views.get(name);
  if (ready) return ready;
  const index = new Map<string, Head>();
  for (const event of run.heads.values()) {
    if (event.kind !== kind || event.row !== row) continue;
    const count = event.overview.shape[0] ?? 0;
    for (let at = 0; at < count; at++) {
      const head = event.first_head + at;
      index.set(`${event.layer}.${head}`, { layer: event.layer, head, event, index: at });
    }
  }
  views.set(name, index);
  return index;
}

/** Undefined: not arrived yet. */
export const findHead = (run: RunState, kind: Kind, row: number, layer: number, head: number): Head | undefined =>
  indexOf(run, kind, row).get(`${layer}.${head}`);

/** All heads here, layer by layer. */
export const headsHere = (run: RunState, kind: Kind, row: number): readonly Head[] =>
  [...indexOf(run, kind, row).values()].sort((a, b) => a.layer - b.layer || a.head - b.head);

const overviews = new WeakMap<RunHeads, Map<number, Grid>>();

/** A head's overview, [query block, key block]; the same object each time. */
export function overviewOf(head: Head): Grid {
  const grids = overviews.get(head.event) ?? new Map<number, Grid>();
  overviews.set(head.event, grids);
  const grid = grids.get(head.index) ?? headOf(head.event.overview, head.index);
  grids.set(head.index, grid);
  return grid;
}

export const measureOf = (head: Head, name: MeasureName): number | null => head.event.measures[name][head.index] ?? null;

/** The key-value head that a query head reads. */
export const kvHead = (model: ModelCard, head: number): number => Math.floor(head / groupSize(model));

/** Query heads that share one key-value head. */
export const groupSize = (model: ModelCard): number => Math.max(1, model.query_heads / model.kv_heads);

/** Kinds of map in this run, in the order of the data path. */
export const kindsHere = (run: RunState): readonly Kind[] =>
  (["encoder", "decoder", "cross"] as const).filter((kind) => [...run.heads.values()].some((event) => event.kind === kind));

const spreads = new WeakMap<RunHeads, number>();

/** The entropy of a row that spreads evenly over all keys it may see, averaged over rows; nats. */
function evenEntropy(event: RunHeads): number {
  const ready = spreads.get(event);
  if (ready !== undefined) return ready;
  const { queries, keys, bits } = headOf(event.overview, 0);
  let sum = 0;
  for (let query = 0; query < queries; query++) {
    let visible = 0;
    for (let key = 0; key < keys; key++) if (((bits[query * keys + key] ?? 0) & 0x7fff) <= 0x7c00) visible += event.block;
    if (visible > 0) sum += Math.log(Math.min(visible, event.keys));
  }
  const even = queries ? sum / queries : 0;
  spreads.set(event, even);
  return even;
}

export type FilterName = "all" | "first" | "previous" | "self" | "spread";

const atLeast = (value: number | null, least: number): boolean => value !== null && value >= least;

/** Half of the weight on one place; or 70 % of the entropy that an even row would have. */
export const FILTERS: Readonly<Record<FilterName, (head: Head) => boolean>> = {
  all: () => true,
  first: (head) => atLeast(measureOf(head, "first_token"), 0.5),
  previous: (head) => atLeast(measureOf(head, "previous_token"), 0.5),
  self: (head) => atLeast(measureOf(head, "self_token"), 0.5),
  spread: (head) => atLeast(measureOf(head, "entropy"), 0.7 * evenEntropy(head.event)) && evenEntropy(head.event) > 0,
};

export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

/** Largest first; heads without the measure last; ties by layer and head. */
export const orderedBy = (heads: readonly Head[], name: MeasureName): readonly Head[] =>
  [...heads].sort((a, b) => (measureOf(b, name) ?? -Infinity) - (measureOf(a, name) ?? -Infinity) || a.layer - b.layer || a.head - b.head);
