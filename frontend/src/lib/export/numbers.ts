/** Where the weights of a head, or of every head of a layer, are had as a file. */
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

export const numbersUrl = ({ run, kind, layer, head, row, hide }: Asked, format: "csv" | "npz"): string =>
  `/api/runs/${encodeURIComponent(run)}/numbers/${kind}/${layer}?${new URLSearchParams({
    row: String(row), format, ...(head === null ? {} : { head: String(head) }), ...hideQuery(hide),
  }).toString()}`;
