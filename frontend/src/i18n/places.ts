/** Places of a study in words: “it” → “trophy”, layer 16 · head 3. */
import { t } from ".";
import type { Place } from "../lib/studies/places";
import { session } from "../lib/session.svelte";
import { variants } from "../lib/variants.svelte";

function plain(place: Place): string {
  if (place.type === "none") return t("pin.study");
  if (place.type === "token") return t("pin.token", { label: place.label, index: String(place.token) });
  const at = { layer: String(place.layer), head: String(place.head) };
  if (place.type === "head") return t("pin.head", at);
  return t("pin.cell", { ...at, query: place.query_label || String(place.query), key: place.key_label || String(place.key) });
}

/** The variant is told where there are several, and the kind of map where a model has several. */
export function sayPlace(place: Place): string {
  if (place.type === "none") return plain(place);
  const hasKinds = (session.run?.tokens?.target.length ?? 0) > 0 && place.type !== "token";
  const whose = [variants.count > 1 ? place.letter : "", hasKinds ? t(`kind.${place.kind}`) : ""].filter(Boolean).join(" · ");
  return whose ? t("pin.kind", { kind: whose, place: plain(place) }) : plain(place);
}
