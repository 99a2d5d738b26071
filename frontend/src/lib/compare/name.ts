/** What a variant is called: by what the variants differ in. */
import type { ForcedPosition, ModelCard, RunSpec } from "../../protocol/wire";
import { t } from "../../i18n";
import { sayChoice, sayForced } from "../../i18n/masks";
import { sayFact } from "../../i18n/say";
import { changes } from "../form.svelte";
import { shortened } from "../labels";
import { kindOf, ownMask } from "../masks/choice";

type Cards = (name: string) => ModelCard | undefined;
type Field = keyof RunSpec;

const LONGEST = 26;

export function sayMask(spec: RunSpec, model: ModelCard | undefined): string {
  if (spec.mask) return sayForced(spec.mask);
  return model ? sayChoice(ownMask(model, kindOf(null, model))) : t("variants.trained");
}

export function sayPosition(position: ForcedPosition | null | undefined): string {
  if (!position) return t("variants.trained");
  const parts = [
    position.rotary ? t("variants.position.rotary") : "",
    position.offset ? t("variants.position.offset", { n: String(position.offset) }) : "",
    position.ids === "counted" ? "" : t(`variants.position.${position.ids}`),
  ];
  return parts.filter(Boolean).join(" · ") || t("variants.trained");
}

/** A row for each field whose value needs words of its own; any other is said as it stands. */
const SAY: Partial<Record<Field, (spec: RunSpec, cards: Cards) => string>> = {
  model: (spec, cards) => sayFact(cards(spec.model)?.title ?? spec.model),
  mask: (spec, cards) => sayMask(spec, cards(spec.model)),
  position: (spec) => sayPosition(spec.position),
  text: ({ text }) => `“${shortened(text.trim(), 18)}”`,
  second: ({ second }) => (second ? t("variants.second", { text: shortened(second.trim(), 14) }) : t("variants.second.none")),
  masked: ({ masked }) => t("variants.masked", { n: masked.length }),
  continue_tokens: ({ continue_tokens: n }) => t("variants.continue", { n }),
  measure_parts: ({ measure_parts: asked }) => t(asked ? "variants.parts" : "variants.parts.none"),
  measure_cache: ({ measure_cache: asked }) => (asked ? t("variants.cache", { n: asked.tokens }) : t("variants.cache.none")),
  measure_kernels: ({ measure_kernels: asked }) => t(asked ? "variants.kernels" : "variants.kernels.none"),
  measure_prefill: ({ measure_prefill: asked }) => (asked ? t("variants.pieces", { sizes: asked.chunks.join(", ") }) : t("variants.pieces.none")),
  decode: ({ decode, beam_width: n }) => (decode === "beam" ? `${t("setup.decode.beam")} ${n}` : t("setup.decode.greedy")),
};

/** Fields that another one tells along with itself. */
const ALONG: Partial<Record<Field, Field>> = { beam_width: "decode" };

/** In the order in which they tell most. */
const ORDER: readonly Field[] = [
  "model", "mask", "position", "dtype", "decode", "continue_tokens", "masked", "second", "text",
  "measure_prefill", "measure_cache", "measure_kernels", "measure_parts",
];

const sorted = (fields: readonly Field[]): readonly Field[] =>
  fields.filter((field) => !fields.some((other) => ALONG[field] === other)).sort((a, b) => order(a) - order(b));

/**
 * By what it is not as A in: “Window 4”, “bfloat16”; “Window 4 · bfloat16” where two things differ. A, and a copy of it,
 * by what the others change first; where nothing differs at all, by the mask.
 * Without a base, by all that differs.
 */
export function nameOf(spec: RunSpec, differing: readonly Field[], cards: Cards, base?: RunSpec): string {
  const own = sorted(base ? changes(spec, base) : differing).slice(0, 2);
  const fields = own.length > 0 ? own : [sorted(differing)[0] ?? ("mask" as const)];
  return shortened(fields.map((field) => SAY[field]?.(spec, cards) ?? String(spec[field] ?? "–")).join(" · "), LONGEST * 2);
}

const order = (field: Field): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);
