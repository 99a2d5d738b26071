/** Where to look first in a run. */
import { FIRST_SELECTION } from "./session.svelte";
import type { RunTokens } from "../protocol/wire";
import type { Selection } from "./types";

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
export function fitted(selection: Selection, { model, rows }: RunTokens): Selection {
  const below = (value: number, limit: number): number => (value < limit ? value : 0);
  const row = below(selection.row, rows.length);
  const tokens = rows[row]?.tokens.length ?? 0;
  const token = (value: number | null): number | null => (value !== null && value < tokens ? value : null);
  const kind = model.architecture === "encoder" ? "encoder" : "decoder";
  return {
    kind: model.architecture === "encoder_decoder" ? selection.kind : kind,
    layer: below(selection.layer, model.layers),
    head: below(selection.head, model.query_heads),
    row,
    query: token(selection.query),
    key: token(selection.query) === null ? null : token(selection.key),
  };
}

/** The last token of the text itself, whose row sees the most. */
export function lastQuery({ rows }: RunTokens, row: number): number | null {
  const at = rows[row]?.tokens.findLastIndex((token) => token.role === "text") ?? -1;
  return at < 0 ? null : at;
}

export const isFirstSelection = (selection: Selection): boolean =>
  Object.entries(FIRST_SELECTION).every(([name, value]) => name === "kind" || selection[name as keyof Selection] === value);
