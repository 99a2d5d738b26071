/** Where to look first in a run. */
import { FIRST_SELECTION } from "./session.svelte";
import type { RunTokens } from "../protocol/wire";
import { firstKind, KINDS_OF, sidesOf } from "./sides";
import type { Kind, Selection } from "./types";

/** Cells of the stored examples that tell something at once, by model and text. */
const TELLING: readonly { model: string; text: string; at: Partial<Selection> }[] = [
  {
    model: "smollm2-135m-instruct",
    text: "The trophy did not fit in the suitcase because it was too big.",
    at: { layer: 16, head: 3, query: 10, key: 1 },
  },
  {
    model: "smollm2-135m-instruct",
    text: "小王把书放在桌上，因为它太重了。",
    at: { layer: 13, head: 8, query: 20, key: 3 },
  },
];

export const tellingCell = (model: string, text: string): Partial<Selection> =>
  TELLING.find((one) => one.model === model && one.text === text)?.at ?? {};

/** The same selection inside the bounds of this run: what is not there falls back to the first. */
export function fitted(selection: Selection, tokens: RunTokens): Selection {
  const { model, rows } = tokens;
  const below = (value: number, limit: number): number => (value < limit ? value : 0);
  const row = below(selection.row, rows.length);
  const kind = KINDS_OF[model.architecture].includes(selection.kind) ? selection.kind : firstKind(model.architecture);
  const { queries, keys } = sidesOf(tokens, kind, row);
  const within = (value: number | null, count: number): number | null => (value !== null && value < count ? value : null);
  const query = within(selection.query, queries.length);
  return {
    kind,
    layer: below(selection.layer, model.layers),
    head: below(selection.head, model.query_heads),
    row,
    query,
    key: query === null ? null : within(selection.key, keys.length),
  };
}

/** The last token of the text itself, whose row sees the most. */
export function lastQuery(tokens: RunTokens, kind: Kind, row: number): number | null {
  const at = sidesOf(tokens, kind, row).queries.findLastIndex((token) => token.role === "text");
  return at < 0 ? null : at;
}

export const isFirstSelection = (selection: Selection): boolean =>
  Object.entries(FIRST_SELECTION).every(([name, value]) => name === "kind" || selection[name as keyof Selection] === value);
