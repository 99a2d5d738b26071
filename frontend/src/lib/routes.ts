/** Experts that a token was sent to, by layer. */
import { numbersOf } from "./float16";
import type { RunState } from "./fold";
import type { Kind } from "./types";

export interface Route {
  readonly layer: number;
  readonly experts: number;
  /** Largest share first. */
  readonly choices: readonly { readonly expert: number; readonly share: number }[];
}

/** Of the token at a place in a row of the queries; none where no layer has experts. A decoder's cross-attention has its decoder's. */
export function routesOf(run: RunState, kind: Kind, row: number, place: number): readonly Route[] {
  const own = kind === "cross" ? "decoder" : kind;
  return [...run.layers.values()]
    .filter((layer) => layer.kind === own)
    .sort((a, b) => a.layer - b.layer)
    .flatMap(({ layer, routes }) => {
      const all = (routes ?? [])[row]; // a log of an earlier version has none
      const experts = all?.expert[place];
      if (!all || !experts) return [];
      const shares = numbersOf(all.share);
      return [{ layer, experts: all.experts, choices: experts.map((expert, at) => ({ expert, share: shares[place * experts.length + at] ?? 0 })) }];
    });
}
