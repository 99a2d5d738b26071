/** Addresses of one head's numbers on the server, and how they are fetched. */
import { decode } from "@msgpack/msgpack";
import type { PackedArray } from "../protocol/wire";
import { type HideSettings, hideQuery } from "./hide";
import { type Margins, marginsFrom } from "./margins";
import { answer } from "./source";
import type { Kind } from "./types";

export interface HeadAddress {
  readonly run: string;
  readonly kind: Kind;
  readonly layer: number;
  readonly head: number;
  readonly row: number;
  readonly hide: HideSettings;
}

const address = (what: string, { run, kind, layer, head, row, hide }: HeadAddress, tail: string, more: Record<string, string> = {}): string =>
  `/api/runs/${encodeURIComponent(run)}/${what}/${kind}/${layer}/${head}${tail}?${new URLSearchParams({
    row: String(row), ...more, ...hideQuery(hide),
  }).toString()}`;

export const tileUrl = (head: HeadAddress, level: number, y: number, x: number): string =>
  address("tiles", head, "", { level: String(level), y: String(y), x: String(x) });

export const rowUrl = (head: HeadAddress, query: number): string => address("rows", head, `/${query}`);

export const marginsUrl = (head: HeadAddress): string => address("margins", head, "");

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export const isPacked = (value: unknown): value is PackedArray =>
  isRecord(value) && value["data"] instanceof Uint8Array && Array.isArray(value["shape"]) && (value["dtype"] === "float16" || value["dtype"] === "float32");

/** Raises when the answer is not a success; the caller may ask again. */
export async function get(url: string, signal: AbortSignal): Promise<unknown> {
  const said = await answer(url, { signal });
  if (!said.ok) throw new Error(`${url}: ${said.status}`);
  return decode(new Uint8Array(await said.arrayBuffer()));
}

export async function fetchArray(url: string, signal: AbortSignal): Promise<PackedArray> {
  const value = await get(url, signal);
  if (!isPacked(value)) throw new Error(`${url}: not an array`);
  return value;
}

export async function fetchMargins(url: string, signal: AbortSignal): Promise<Margins> {
  const value = await get(url, signal);
  if (!isRecord(value)) throw new Error(`${url}: not a map`);
  const { entropy, hidden, received } = value;
  if (!isPacked(entropy) || !isPacked(hidden) || !isPacked(received)) throw new Error(`${url}: not margins`);
  return marginsFrom({ entropy, hidden, received });
}
