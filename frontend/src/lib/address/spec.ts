/** A request in the address: what differs from the first one, field by field. Of what has parts the server knows more than is checked here. */
import type { RunSpec } from "../../protocol/wire";
import { FIRST_SPEC } from "../form.svelte";
import { count, counts, flag, isRecord, number, oneOf, orNull, packed, text, type Codec } from "./codec";

export type Change = Partial<RunSpec>;

const isNumbers = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every((one) => typeof one === "number");
const orNothing = (value: unknown, is: (value: unknown) => boolean): boolean => value === null || is(value);

function isMaskChoice(value: unknown, depth = 0): boolean {
  if (!isRecord(value) || depth > 8) return false;
  const { type } = value;
  switch (type) {
    case "row":
      return typeof value["name"] === "string" && isRecord(value["params"] ?? {});
    case "expression":
      return typeof value["text"] === "string";
    case "cells":
      return typeof value["tokens"] === "number" && typeof value["bits"] === "string";
    case "not":
      return isMaskChoice(value["mask"], depth + 1);
    default:
      return (type === "and" || type === "or") && Array.isArray(value["masks"]) && value["masks"].every((one) => isMaskChoice(one, depth + 1));
  }
}

const isMask = (value: unknown): value is NonNullable<RunSpec["mask"]> =>
  isRecord(value) &&
  orNothing(value["mask"], isMaskChoice) &&
  orNothing(value["top_k"], (one) => typeof one === "number") &&
  (value["how"] === "restrict" || value["how"] === "replace") &&
  orNothing(value["layers"], isNumbers) &&
  orNothing(value["heads"], isNumbers) &&
  orNothing(value["kind"], (one) => typeof one === "string");

const isPosition = (value: unknown): value is NonNullable<RunSpec["position"]> =>
  isRecord(value) && orNothing(value["rotary"], isRecord) && typeof value["offset"] === "number" && typeof value["ids"] === "string" && typeof value["seed"] === "number";
const record = <T extends object>(): Codec<T | null> => orNull(packed((value): value is T => isRecord(value)));

/** One for each field of a request. */
export const FIELDS: { readonly [K in keyof RunSpec]: Codec<RunSpec[K]> } = {
  model: text,
  text,
  second: orNull(text),
  second_as: oneOf(["pair", "batch"]),
  padding_side: oneOf(["right", "left"]),
  dtype: oneOf(["float32", "bfloat16", "float16"]),
  decode: oneOf(["greedy", "beam"]),
  beam_width: count(2, 16),
  most_tokens: count(1, 512),
  continue_tokens: count(0, 512),
  masked: counts,
  mask: orNull(packed(isMask)),
  position: orNull(packed(isPosition)),
  word_shuffle: orNull(number(0, 2 ** 32 - 1)),
  check_leaks: flag,
  measure_parts: flag,
  measure_cache: record(),
  measure_kernels: record(),
  measure_prefill: record(),
  measure_again: count(0, 2 ** 31 - 1),
};

export const NAMES = Object.keys(FIELDS) as readonly (keyof RunSpec)[];

/** One field of a request; nothing where its words mean nothing. */
export function readField(name: keyof RunSpec, words: string): Change {
  const value = FIELDS[name].read(words);
  return value === null ? {} : { [name]: value };
}

export function writeField<K extends keyof RunSpec>(name: K, value: RunSpec[K]): string {
  return FIELDS[name].write(value);
}

/** A request that stands whole in the address, for another browser too. */
export const isWhole = (change: Change | null): boolean => change?.model !== undefined;

/** A request as it stands in the address: the model always, so that what is left out is known to be its first value. */
export const changeOf = (spec: RunSpec): Change => ({
  ...Object.fromEntries(NAMES.filter((name) => JSON.stringify(spec[name]) !== JSON.stringify(FIRST_SPEC[name])).map((name) => [name, spec[name]])),
  model: spec.model,
});

export const specOf = (change: Change): RunSpec => ({ ...FIRST_SPEC, ...change });

/** Whether something read as a change of a request can be shown. */
export const isChange = (value: unknown): value is Change =>
  isRecord(value) && orNothing(value["mask"] ?? null, isMask) && orNothing(value["position"] ?? null, isPosition);
