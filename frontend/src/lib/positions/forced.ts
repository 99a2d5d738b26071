/** A forced change of position: what a model can be given, and why not the rest (compute/standing.py says the same). */
import type { ForcedPosition, ModelCard, Rotary } from "../../protocol/wire";
import { tileOf } from "./siblings";

export type Change = "rotary" | "offset" | "ids";

/** Nothing is changed. */
export const AS_TRAINED: ForcedPosition = { rotary: null, offset: 0, ids: "counted", seed: 0 };

/** Null where nothing is changed, so that the request is the one without it. */
export function normal(forced: ForcedPosition): ForcedPosition | null {
  const { rotary, offset, ids } = forced;
  return rotary === null && offset === 0 && ids === "counted" ? null : { rotary, offset, ids, seed: ids === "shuffled" ? forced.seed : 0 };
}

/** The words for why a change can't be made; none: it can. */
export function cannot(card: ModelCard): Partial<Record<Change, "inside" | "turns" | "nothing" | "distance">> {
  switch (tileOf(card)) {
    case null:
      return { rotary: "inside", offset: "inside", ids: "inside" };
    case "rope":
      return {};
    case "none":
      return { rotary: "turns", offset: "nothing", ids: "nothing" };
    case "t5":
    case "alibi":
      return { rotary: "turns", offset: "distance" };
    default:
      return { rotary: "turns" };
  }
}

/** A learned table ends: the most that positions can be moved on, for so many tokens. */
export const mostOffset = (card: ModelCard, tokens: number): number =>
  card.position_row === "learned" ? Math.max(0, card.context_tokens - tokens) : 1_000_000;

/** What stands in a field of the rotation: what was given, or else the model's own. */
export function figure(rotary: Rotary | null, card: ModelCard, name: string, first: number): number {
  const given = rotary?.params?.[name] ?? own(card)[name];
  return typeof given === "number" ? given : first;
}

const own = (card: ModelCard): Readonly<Record<string, unknown>> => ({
  trained_tokens: card.trained_tokens ?? card.context_tokens,
  ...card.position_params,
});

/** The rotation with one number changed. */
export const turned = (rotary: Rotary | null, card: ModelCard, name: string, value: number): Rotary => ({
  row: rotary?.row ?? (card.position_row as Rotary["row"] | null) ?? "rope",
  params: { ...rotary?.params, [name]: value },
});

/** The scalings that can be chosen, with the numbers that each is told beside its base. */
export const SCALINGS: Readonly<Record<Rotary["row"], readonly string[]>> = {
  rope: [],
  rope_linear: ["factor"],
  rope_dynamic: ["factor", "trained_tokens"],
  rope_yarn: ["factor", "trained_tokens"],
  rope_llama3: ["factor", "trained_tokens"],
};

/** Another scaling; the base that was given stays. The model's own, with nothing given, is no change. */
export function scaled(rotary: Rotary | null, card: ModelCard, row: Rotary["row"]): Rotary | null {
  const theta = rotary?.params?.["theta"];
  if (row === card.position_row && theta === undefined) return null;
  const kept = Object.entries(rotary?.params ?? {}).filter(([name]) => name === "theta" || SCALINGS[row].includes(name));
  return { row, params: Object.fromEntries(kept) };
}
