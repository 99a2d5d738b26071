/** A mask as it is chosen: which tile it is, what it starts with, and how it stands to the model's own. */
import type { ForcedMask, MaskInfo, ModelCard, RowMask } from "../../protocol/wire";
import type { Kind } from "../types";
import { unpacked } from "./cells";

export type MaskChoice = NonNullable<ForcedMask["mask"]>;
export type Params = NonNullable<RowMask["params"]>;

export const TOP_K = "top_k";
export const CUSTOM = "custom";
/** Keys that stay when the largest scores are kept, until the user says otherwise. */
export const FIRST_TOP_K = 4;

export const FORCED: ForcedMask = { mask: null, top_k: null, how: "restrict", layers: null, heads: null, kind: null };

export const rowMask = (name: string, params: Params = {}): RowMask => ({ type: "row", name, params });

/** The kind of attention that a mask is shown for: of several, the one that writes. */
export const kindOf = (forced: ForcedMask | null, { architecture }: ModelCard): Kind =>
  forced?.kind ?? (architecture === "encoder" ? "encoder" : "decoder");

/** The mask that the model has by itself. */
export function ownMask(card: ModelCard, kind: Kind): RowMask {
  if (kind === "decoder" && card.mask_row !== null) return rowMask(card.mask_row, card.mask_params);
  return rowMask(kind === "decoder" ? "causal" : "full");
}

const sameParams = (a: Params = {}, b: Params = {}): boolean =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

export const sameRow = (a: RowMask, b: RowMask): boolean => a.name === b.name && sameParams(a.params, b.params);

/** The name of the tile that stands for the choice: a row's, TOP_K or CUSTOM. */
export function tileOf(forced: ForcedMask | null, own: RowMask): string {
  if (!forced) return own.name;
  if (!forced.mask) return TOP_K;
  return forced.mask.type === "row" ? forced.mask.name : CUSTOM;
}

/** What a row starts with: its defaults, or the drawing's own where the defaults hide nothing. */
export function firstParams({ params, example }: MaskInfo): Params {
  const fields = Object.entries(params.properties);
  const idle = fields.length > 0 && fields.every(([, field]) => field.default === field.minimum);
  return idle ? example : Object.fromEntries(fields.map(([name, field]) => [name, field.default]));
}

/** A row that shows all that the model's own mask shows can only replace it. */
export function firstHow(row: MaskInfo, own: MaskInfo | undefined): ForcedMask["how"] {
  if (!own) return "restrict";
  const [shown, before] = [unpacked(row.picture).sees, unpacked(own.picture).sees];
  return before.every((sees, at) => !sees || shown[at]) ? "replace" : "restrict";
}

/** The request for a row: none where it is the model's own. */
export function forcedRow(before: ForcedMask | null, mask: RowMask, own: RowMask, how: ForcedMask["how"]): ForcedMask | null {
  return sameRow(mask, own) ? null : { ...(before ?? FORCED), mask, top_k: null, how };
}

/** A model of the same architecture that was trained with this row: with these numbers if there is one. */
export function trainedWith(models: readonly ModelCard[], card: ModelCard, forced: ForcedMask | null): ModelCard | undefined {
  const mask = forced?.mask;
  if (mask?.type !== "row") return undefined;
  const alike = models.filter(
    (one) => one.name !== card.name && one.family === "lab" && one.architecture === card.architecture && one.mask_row === mask.name,
  );
  return alike.find((one) => sameParams(one.mask_params, mask.params)) ?? alike[0];
}

/** 0-3, 7 as numbers; null: all of them; undefined: it cannot be read, or names one that is not there. */
export function readNumbers(words: string, count: number): readonly number[] | null | undefined {
  const parts = words.split(/[,，、\s]+/).filter(Boolean);
  if (parts.length === 0) return null;
  const found = new Set<number>();
  for (const part of parts) {
    const [, from, to] = /^(\d{1,4})(?:[-–−](\d{1,4}))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const [first, last] = [Number(from), Number(to ?? from)];
    if (last < first || last >= count) return undefined;
    for (let number = first; number <= last; number++) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

/** The same the other way round. */
export function writeNumbers(numbers: readonly number[] | null): string {
  if (numbers === null) return "";
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

/** Whether the mask is put on this head. */
export const reaches = ({ kind, layers, heads }: ForcedMask, at: { readonly kind: Kind; readonly layer: number; readonly head: number }): boolean =>
  (kind === null ? at.kind !== "cross" : at.kind === kind) &&
  (layers === null || layers.includes(at.layer)) &&
  (heads === null || heads.includes(at.head));
