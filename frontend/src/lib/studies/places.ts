/** Where a comment can be pinned: a token, a head, a cell. Places out of a selection, and the selection out of a place. */
import type { Comment, RunTokens, Token } from "../../protocol/wire";
import { axisLabel, shortened } from "../labels";
import { KINDS_OF, sidesOf } from "../sides";
import type { Kind, Selection } from "../types";

export type Place = Comment["anchor"];
export type TokenPlace = Extract<Place, { type: "token" }>;
export type HeadPlace = Extract<Place, { type: "head" }>;
export type CellPlace = Extract<Place, { type: "cell" }>;

export const WHOLE: Place = { type: "none" };

/** Characters of a token that a pin tells. */
const MOST = 40;

const labelOf = (tokens: readonly Token[], at: number): string | null => {
  const token = tokens[at];
  return token ? shortened(axisLabel(token, tokens[at - 1]), MOST) : null;
};

/** Tokens of one row. Source tokens are keys where there are targets beside them; else there is one list, of queries. */
const tokensOf = (tokens: RunTokens, row: number, side: TokenPlace["side"]): readonly Token[] =>
  (side === "query" && tokens.target.length > 0 ? tokens.target[row] : tokens.rows[row])?.tokens ?? [];

/** The side of the tokens that a map of this kind has as its queries, or as its keys. */
export const sideOf = (kind: Kind, end: "query" | "key", hasTarget: boolean): TokenPlace["side"] => {
  if (kind === "cross") return end;
  return kind === "encoder" && hasTarget ? "key" : "query";
};

/** What is selected, as places, from the nearest to the widest; the whole study is none of them. */
export function placesAt({ kind, layer, head, row, query, key }: Selection, letter: string, tokens: RunTokens): readonly Place[] {
  const hasTarget = tokens.target.length > 0;
  const map = sidesOf(tokens, kind, row);
  const [asks, read] = [query, key].map((at, end) => (at === null ? null : labelOf(end === 0 ? map.queries : map.keys, at)));
  const token = (end: "query" | "key", at: number | null, label: string | null | undefined): readonly Place[] =>
    at === null || label == null ? [] : [{ type: "token", letter, row, side: sideOf(kind, end, hasTarget), token: at, label }];
  const cell: readonly Place[] =
    query === null || key === null || asks == null || read == null
      ? []
      : [{ type: "cell", letter, kind, layer, head, row, query, key, query_label: asks, key_label: read }];
  const keyToken = key === query && kind !== "cross" ? [] : token("key", key, read);
  return [...cell, { type: "head", letter, kind, layer, head }, ...token("query", query, asks), ...keyToken];
}

/** A place of the run that is on screen: it is there, and its tokens read as they did. */
export function isThere(place: Place, tokens: RunTokens): boolean {
  const reads = (list: readonly Token[], at: number, label: string): boolean => {
    const now = labelOf(list, at);
    return now !== null && (label === "" || label === now);
  };
  if (place.type === "none") return true;
  if (place.type === "token") return reads(tokensOf(tokens, place.row, place.side), place.token, place.label);
  const { model } = tokens;
  const hasHead = place.layer < model.layers && place.head < model.query_heads && KINDS_OF[model.architecture].includes(place.kind);
  if (place.type === "head" || !hasHead) return hasHead;
  const { queries, keys } = sidesOf(tokens, place.kind, place.row);
  return reads(queries, place.query, place.query_label) && reads(keys, place.key, place.key_label);
}

/** What to select so that the place is what is looked at. */
export function selectionOf(place: Place, now: Selection, tokens: RunTokens): Partial<Selection> {
  if (place.type === "none") return {};
  if (place.type === "head") return { kind: place.kind, layer: place.layer, head: place.head };
  if (place.type === "cell") {
    const { kind, layer, head, row, query, key } = place;
    return { kind, layer, head, row, query, key };
  }
  const { row, token, side } = place;
  if (now.kind === "cross" && side === "key") return { row, key: token, query: now.query ?? tokensOf(tokens, row, "query").length - 1 };
  const kinds = KINDS_OF[tokens.model.architecture];
  const has = (kind: Kind): boolean => sideOf(kind, "query", tokens.target.length > 0) === side;
  const kind = has(now.kind) ? now.kind : kinds.find(has);
  return { ...(kind ? { kind } : {}), row, query: token, key: null };
}

/** One name for each place. */
export function nameOf(place: Place): string {
  if (place.type === "none") return "none";
  if (place.type === "token") return ["token", place.letter, place.row, place.side, place.token].join(" ");
  const head = [place.type, place.letter, place.kind, place.layer, place.head];
  return (place.type === "head" ? head : [...head, place.row, place.query, place.key]).join(" ");
}
