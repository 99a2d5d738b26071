/** Moves that every view shares. */
import { session } from "./session.svelte";

/** The next or the previous head, through the layers and around the ends. */
export function stepHead(step: 1 | -1): void {
  const model = session.run?.tokens?.model;
  if (!model) return;
  const { layer, head } = session.pinned;
  const all = model.layers * model.query_heads;
  const at = (layer * model.query_heads + head + step + all) % all;
  session.pin({ layer: Math.floor(at / model.query_heads), head: at % model.query_heads });
}
