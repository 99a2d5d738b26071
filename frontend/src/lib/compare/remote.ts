/** What the server tells of two runs that are compared. */
import type { Comparison, DifferenceTile, Figures, PackedArray } from "../../protocol/wire";
import { json, type Reply } from "../api";
import { fetchArray, get, isPacked } from "../remote";
import type { Kind } from "../types";

export interface PairAddress {
  readonly run: string;
  readonly base: string;
  readonly kind: Kind;
  readonly layer: number;
  readonly row: number;
}

const runs = (run: string): string => `/api/runs/${encodeURIComponent(run)}`;
const against = ({ run, base }: Pick<PairAddress, "run" | "base">): string => `${runs(run)}/against/${encodeURIComponent(base)}`;

export interface CompareApi {
  figures(run: string): Promise<Reply<Figures>>;
  against(run: string, base: string): Promise<Reply<Comparison>>;
  divergence(pair: PairAddress, signal: AbortSignal): Promise<PackedArray>;
}

export const compareApi: CompareApi = {
  figures: (run) => json(`${runs(run)}/figures`),
  against: (run, base) => json(against({ run, base })),
  divergence: (pair, signal) => fetchArray(`${against(pair)}/heads/${pair.kind}/${pair.layer}?row=${pair.row}`, signal),
};

export const differenceUrl = (pair: PairAddress, head: number, level: number, y: number, x: number): string =>
  `${against(pair)}/tiles/${pair.kind}/${pair.layer}/${head}?row=${pair.row}&level=${level}&y=${y}&x=${x}`;

/** Raises when the answer is not a success; the caller may ask again. */
export async function fetchDifference(url: string, signal: AbortSignal): Promise<DifferenceTile> {
  const value = await get(url, signal);
  const tile = value as Partial<DifferenceTile> | null;
  if (!tile || !isPacked(tile.difference) || !(tile.removed instanceof Uint8Array)) throw new Error(`${url}: not a difference`);
  return tile as DifferenceTile;
}
