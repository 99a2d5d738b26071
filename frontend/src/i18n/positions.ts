/** Positions in words: a forced change, a model's own numbers, and what the word-shuffle test found. */
import type { ForcedPosition, ModelCard, RunShuffled, RunTokens } from "../protocol/wire";
import { isKey, t } from ".";
import { minus, weight, whole } from "../lib/format";
import { slopes } from "../lib/positions/slopes";

const param = (name: string): string => {
  const key = `position.param.${name}`;
  return isKey(key) ? t(key) : name.replaceAll("_", " ");
};

const figure = (value: unknown): string => (typeof value === "number" ? (Number.isInteger(value) ? whole(value) : exact(value)) : String(value));

/** RoPE base 500 · offset 7 · all at one position. */
export function sayPosition({ rotary, offset, ids }: ForcedPosition): string {
  const turns = rotary
    ? [[t(`position.scaling.${rotary.row}`), ...Object.entries(rotary.params ?? {}).map(([name, value]) => `${param(name)} ${figure(value)}`)].join(", ")]
    : [];
  const moved = offset > 0 ? [t("position.named.offset", { n: offset })] : [];
  const dealt = ids === "counted" ? [] : [t(`position.named.${ids}`)];
  return [...turns, ...moved, ...dealt].join(" · ");
}

export interface Figure {
  readonly name: string;
  readonly value: string;
}

/** The numbers of a model's own encoding. */
export function sayParams(card: ModelCard): readonly Figure[] {
  const given = Object.entries(card.position_params ?? {}).flatMap(([name, value]) => (value === null ? [] : [{ name: param(name), value: sayValue(name, value) }]));
  if (card.position_row === "learned") return [{ name: t("position.table"), value: t("position.table.rows", { n: card.context_tokens }) }];
  if (card.position_row !== "alibi") return given;
  const all = slopes(card.query_heads).map(exact);
  return [...given, { name: t("position.slopes"), value: all.length > 4 ? `${all.slice(0, 2).join(", ")} … ${all.at(-1)}` : all.join(", ") }];
}

function sayValue(name: string, value: unknown): string {
  const key = `position.${name}.${String(value)}`;
  return isKey(key) ? t(key) : figure(value);
}

/** Changes below it are the rounding of sums in another order. */
export const ROUNDING = 1e-4;

export interface Verdict {
  readonly verdict: string;
  readonly text: string;
}

export function sayShuffle(told: RunShuffled, tokens: RunTokens): Verdict {
  const change = exact(told.largest);
  const side = told.side;
  if (told.words < 2) return { verdict: t("shuffle.one"), text: "" };
  if (told.largest < ROUNDING) return { verdict: t(`shuffle.same.${side}`), text: t("shuffle.same.text", { change }) };
  const agree = told.agreeing === null ? "" : t("shuffle.agree", { n: told.agreeing, total: told.compared });
  const order = tokens.model.architecture === "decoder" && tokens.model.position_row === "none" ? t("shuffle.causal") : "";
  return { verdict: t(`shuffle.moved.${side}`), text: [t("shuffle.moved.text", { change }), agree, order].filter(Boolean).join(" ") };
}

export function sayPlaces(from: number | null, to: number | null): string {
  if (from === null) return "";
  return to === null ? t("position.places.query", { from }) : t("position.places", { from, to });
}

/** Three digits, and powers of ten where there would be none. */
export function exact(value: number): string {
  const size = Math.abs(value);
  return size === 0 || size >= 1e-3 ? minus(size >= 1000 ? whole(Math.round(value)) : String(Number(value.toPrecision(3)))) : weight(value);
}
