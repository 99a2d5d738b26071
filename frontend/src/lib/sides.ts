/** The two sides of a map: the tokens that ask, its queries, and the tokens that are looked at, its keys. */
import type { ModelCard, RunTokens, Token } from "../protocol/wire";
import type { Kind } from "./types";

export interface Sides {
  readonly queries: readonly Token[];
  readonly keys: readonly Token[];
}

const NONE: readonly Token[] = [];

/** Of a map of this kind; one list for both sides where the text looks at itself. As RunTokens.queries and .keys in Python. */
export function sidesOf(tokens: RunTokens | null, kind: Kind, row: number): Sides {
  const source = tokens?.rows[row]?.tokens ?? NONE;
  const target = tokens?.target.length ? (tokens.target[row]?.tokens ?? NONE) : source;
  return { queries: kind === "encoder" ? source : target, keys: kind === "decoder" ? target : source };
}

/** Kinds of map that a model has, in the order of the data path. */
export const KINDS_OF: Readonly<Record<ModelCard["architecture"], readonly Kind[]>> = {
  encoder: ["encoder"],
  decoder: ["decoder"],
  encoder_decoder: ["encoder", "decoder", "cross"],
};

/** The kind that tells most of a model. */
export const firstKind = (architecture: ModelCard["architecture"]): Kind => KINDS_OF[architecture].at(-1) ?? "decoder";
