/** Where the weights of a head, or of every head of a layer, and the numbers of the output are had as files. */
import { type HideSettings, hideQuery } from "../hide";
import type { Kind } from "../types";

export interface Asked {
  readonly run: string;
  readonly kind: Kind;
  readonly layer: number;
  /** Null: every head of the layer. */
  readonly head: number | null;
  readonly row: number;
  readonly hide: HideSettings;
}

/** What the Output view shows of one row. */
export const outputUrl = (run: string, row: number, format: "csv" | "npz" | "json"): string =>
  `/api/runs/${encodeURIComponent(run)}/output?row=${row}&format=${format}`;

export const numbersUrl = ({ run, kind, layer, head, row, hide }: Asked, format: "csv" | "npz" | "json"): string =>
  `/api/runs/${encodeURIComponent(run)}/numbers/${kind}/${layer}?${new URLSearchParams({
    row: String(row), format, ...(head === null ? {} : { head: String(head) }), ...hideQuery(hide),
  }).toString()}`;
