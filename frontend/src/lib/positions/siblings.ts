/** Models of the lab that differ from one another in their position encoding alone. */
import type { ModelCard } from "../../protocol/wire";

/** The encodings that a picker shows, in its order; scalings of RoPE are a change of one of them. */
export const SHOWN = ["rope", "learned", "sinusoidal", "alibi", "t5", "none"] as const;

const ROTARY = ["rope", "rope_linear", "rope_dynamic", "rope_yarn", "rope_llama3"];

/** The tile that stands for a model's own encoding; null: it is none of the list. */
export const tileOf = ({ position_row: row }: ModelCard): string | null => (row !== null && ROTARY.includes(row) ? "rope" : row);

/** What siblings have in common, the nearest first: what they are, then how they are built, then how they were trained. */
const shape = (card: ModelCard): string =>
  JSON.stringify([card.layers, card.query_heads, card.kv_heads, card.model_dim, card.ffn, card.norm, card.trained_tokens, card.source]);
const kind = ({ family, architecture, mask_row, mask_params }: ModelCard): string =>
  JSON.stringify([family, architecture, mask_row, Object.entries(mask_params ?? {}).sort()]);

/** By encoding: the model that was trained with it and is otherwise like this one; itself for its own. */
export function siblings(models: readonly ModelCard[], card: ModelCard): ReadonlyMap<string, ModelCard> {
  const found = new Map<string, ModelCard>();
  if (card.family === "lab") {
    const alike = models.filter((one) => kind(one) === kind(card));
    for (const one of [...alike.filter((near) => shape(near) !== shape(card)), ...alike.filter((near) => shape(near) === shape(card))]) {
      const tile = tileOf(one);
      if (tile !== null) found.set(tile, one);
    }
  }
  const own = tileOf(card);
  if (own !== null) found.set(own, card);
  return found;
}

/** Decoders of the lab with each encoding, for a comparison beyond the length of their training. */
export const family = (models: readonly ModelCard[], card: ModelCard): readonly ModelCard[] => {
  const found = siblings(models, card);
  return SHOWN.flatMap((name) => found.get(name) ?? []);
};
