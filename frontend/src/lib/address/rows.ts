/** One row for each part of an address, read and written by the same row. */
import { FILTER_NAMES } from "../heads";
import { FIRST_SELECTION, FIRST_SETTINGS } from "../session.svelte";
import type { MapPlace, Selection, Settings } from "../types";
import type { Address } from "../url";
import { LAYOUTS, LETTERS, type Written } from "../variants.svelte";
import { count, flag, number, oneOf, packed, type Codec } from "./codec";
import { OPTION_NAMES, readOption, writeOption, type Options } from "./options";
import { isChange, NAMES, readField, writeField, type Change } from "./spec";
import { FIRST_SPEC } from "../form.svelte";

/** What one row tells of an address. */
export interface Part {
  readonly spec?: Change;
  readonly training?: string;
  readonly variants?: readonly Written[];
  readonly shown?: number;
  readonly compare?: Address["compare"];
  readonly selection?: Partial<Selection>;
  readonly settings?: Partial<Settings>;
  readonly place?: MapPlace;
  readonly options?: Partial<Options>;
}

export interface Row {
  readonly name: string;
  /** undefined: this part stands at its first value and is left out. */
  readonly write: (address: Address) => string | undefined;
  /** null: the words in the address mean nothing; the first value stays. */
  readonly read: (words: string) => Part | null;
}

/** The name is the one in the address; the key, in the selection. */
const selected = <K extends keyof Selection>(name: string, key: K, { write, read }: Codec<NonNullable<Selection[K]>>): Row => ({
  name,
  write: ({ selection }) => {
    const value = selection[key];
    return value === null || value === FIRST_SELECTION[key] ? undefined : write(value as NonNullable<Selection[K]>);
  },
  read: (words) => {
    const value = read(words);
    return value === null ? null : { selection: { [key]: value } };
  },
});

const setting = <K extends keyof Settings>(name: string, key: K, { write, read }: Codec<NonNullable<Settings[K]>>): Row => ({
  name,
  write: ({ settings }) => {
    const value = settings[key];
    return value === null || value === FIRST_SETTINGS[key] ? undefined : write(value as NonNullable<Settings[K]>);
  },
  read: (words) => {
    const value = read(words);
    return value === null ? null : { settings: { [key]: value } };
  },
});

/** The model stands there always, so that what is left out is known to be the first value and not the run's. */
const field = (name: (typeof NAMES)[number]): Row => ({
  name,
  write: ({ spec }) => {
    const value = spec?.[name];
    const isFirst = JSON.stringify(value) === JSON.stringify(FIRST_SPEC[name]);
    return value === undefined || (isFirst && name !== "model") ? undefined : writeField(name, value);
  },
  read: (words) => ({ spec: readField(name, words) }),
});

const option = (name: (typeof OPTION_NAMES)[number]): Row => ({
  name,
  write: ({ options }) => writeOption(name, options[name]),
  read: (words) => {
    const options = readOption(name, words);
    return options === null ? null : { options };
  },
});

const isRows = (value: unknown): value is unknown[] => Array.isArray(value) && value.length < LETTERS.length;
const variants = packed(isRows);
const index = count(0, 999_999);
const training = /^[0-9a-f-]{36}$/;

/** zoom, first key, first query; then how many keys and queries the map has. */
const place: Codec<MapPlace> = {
  write: ({ zoom, x, y, keys, queries }) => [zoom, x, y, keys, queries].map((one) => Number(one.toFixed(4))).join("_"),
  read: (words) => {
    const found = words.split("_").map((word) => (word === "" ? NaN : Number(word)));
    const [zoom = NaN, x = NaN, y = NaN, keys = NaN, queries = NaN] = found;
    return found.length === 5 && found.every((one) => one >= 0 && one < 1e6) && zoom >= 1 ? { zoom, x, y, keys, queries } : null;
  },
};

export const ROWS: readonly Row[] = [
  selected("kind", "kind", oneOf(["encoder", "decoder", "cross"])),
  selected("layer", "layer", index),
  selected("head", "head", index),
  selected("row", "row", index),
  selected("query", "query", index),
  selected("key", "key", index),
  setting("scale", "transform", oneOf(["sqrt", "linear", "log"])),
  setting("order", "order", oneOf(["layer", "entropy", "distance", "first_token", "previous_token", "self_token", "separator", "induction", "largest"])),
  setting("filter", "filter", oneOf(FILTER_NAMES)),
  setting("hide-special", "hideSpecial", flag),
  setting("hide-first", "hideFirst", flag),
  setting("renormalise", "renormalise", flag),
  setting("threshold", "threshold", number(0, 1)),
  setting("top", "topK", count(1, 1000)),
  setting("table", "table", flag),
  setting("numbers", "numbers", flag),
  setting("atlas", "compared", oneOf(["moved", "maps"])),
  {
    name: "place",
    write: (address) => (address.place ? place.write(address.place) : undefined),
    read: (words) => {
      const found = place.read(words);
      return found && { place: found };
    },
  },
  {
    name: "training",
    write: ({ training }) => training ?? undefined,
    read: (words) => (training.test(words) ? { training: words } : null),
  },
  {
    name: "variants",
    write: ({ variants: all }) => (all.length > 0 ? variants.write(all.map(({ change, run }) => [change, run])) : undefined),
    read: (words) => {
      const rows = variants.read(words);
      return rows && { variants: rows.flatMap(readVariant) };
    },
  },
  {
    name: "shown",
    write: ({ shown }) => (shown > 0 ? LETTERS[shown] : undefined),
    read: (words) => {
      const shown = LETTERS.findIndex((letter) => letter === words);
      return shown < 0 ? null : { shown };
    },
  },
  {
    name: "compare",
    write: ({ compare }) => compare ?? undefined,
    read: (words) => {
      const compare = LAYOUTS.find((one) => one === words);
      return compare === undefined ? null : { compare };
    },
  },
  ...OPTION_NAMES.map((name) => option(name)),
  ...NAMES.map((name) => field(name)),
];

function readVariant(row: unknown): readonly Written[] {
  const [change, run] = Array.isArray(row) ? (row as unknown[]) : [];
  return (change === null || isChange(change)) && (run === null || typeof run === "string") ? [{ change, run }] : [];
}
