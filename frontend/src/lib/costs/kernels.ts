/** Attention of a run in several ways, as it was measured: by layer, or all layers that were measured together. */
import type { RunKernels } from "../../protocol/wire";
import type { Kind } from "../types";

type Call = RunKernels["calls"][number];
export type Way = Call["ways"][number]["way"];

export const WAYS: readonly Way[] = ["naive", "fused", "block_sparse"];

export interface Row {
  readonly way: Way;
  readonly kernel: string;
  readonly ms: number;
  readonly peak_bytes: number;
  readonly difference: number;
}

/** One kind of attention, of one layer or of several. */
export interface Compared {
  readonly kind: Kind;
  readonly layers: readonly number[];
  readonly queries: number;
  readonly keys: number;
  readonly heads: number;
  /** Query–key pairs of all heads and layers, and those that the mask allows. */
  readonly cells: number;
  readonly allowed: number;
  readonly rows: readonly Row[];
}

/** Times add up over layers; memory is given back after each, so that the most of any layer counts. layer null: all. */
export function compared(event: RunKernels, layer: number | null): readonly Compared[] {
  const calls = event.calls.filter((call) => layer === null || call.layer === layer);
  const kinds = [...new Set(calls.map(({ kind }) => kind))];
  return kinds.map((kind) => joined(kind, calls.filter((call) => call.kind === kind)));
}

function joined(kind: Kind, calls: readonly Call[]): Compared {
  const sum = (of: (call: Call) => number) => calls.reduce((total, call) => total + of(call), 0);
  const [first] = calls;
  return {
    kind, layers: calls.map(({ layer }) => layer), queries: first?.queries ?? 0, keys: first?.keys ?? 0, heads: first?.heads ?? 0,
    cells: sum(({ cells }) => cells), allowed: sum(({ allowed_cells }) => allowed_cells),
    rows: WAYS.flatMap((way) => {
      const found = calls.flatMap(({ ways }) => ways.filter((one) => one.way === way));
      if (found.length < calls.length || !found[0]) return [];
      return [{
        way, kernel: [...new Set(found.map(({ kernel }) => kernel))].join(", "), ms: found.reduce((total, { ms }) => total + ms, 0),
        peak_bytes: Math.max(...found.map(({ peak_bytes }) => peak_bytes)), difference: Math.max(...found.map(({ difference }) => difference)),
      }];
    }),
  };
}

/** Every layer was measured, or the one that is asked for. */
export const hasLayer = (event: RunKernels | null, layer: number | null, layers: number): boolean => {
  const measured = new Set(event?.calls.map((call) => call.layer));
  return layer === null ? measured.size >= layers : measured.has(layer);
};
