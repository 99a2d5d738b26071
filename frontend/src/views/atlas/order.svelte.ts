/** Which tile stands where in the Atlas, and which are in full colour. */
import type { RunState } from "../../lib/fold";
import { FILTERS, type FilterName, type Head, findHead, headsHere, orderedBy } from "../../lib/heads";
import type { Kind, Settings } from "../../lib/types";

/** Null: a head that is not here yet. */
export type Slots = readonly (Head | null)[];

/** Layer by layer with a place for each head to come; or heads that are here by a measure, and places for the rest. */
export function slotsOf(run: RunState, kind: Kind, row: number, order: Settings["order"]): Slots {
  const model = run.tokens?.model;
  if (!model) return [];
  const count = model.layers * model.query_heads;
  if (order === "layer")
    return Array.from({ length: count }, (_, slot) =>
      findHead(run, kind, row, Math.floor(slot / model.query_heads), slot % model.query_heads) ?? null,
    );
  const sorted = orderedBy(headsHere(run, kind, row), order);
  return Array.from({ length: count }, (_, slot) => sorted[slot] ?? null);
}

export const countsOf = (heads: readonly Head[]): Readonly<Record<FilterName, number>> => {
  const count = (name: FilterName): number => heads.filter(FILTERS[name]).length;
  return { all: heads.length, first: count("first"), previous: count("previous"), self: count("self"), spread: count("spread") };
};
