/** `t(key, params)`: the words of the page in the language on screen. */
import { whole } from "../lib/format";
import { language } from "./language.svelte";
import { en } from "./words.en";
import { zh } from "./words.zh";

/** One text, or two by the number `n`: for exactly one, and for every other number. Holes are `{name}`. */
export type Words = string | { readonly one: string; readonly other: string };
export type Key = keyof typeof en;
export type Params = Readonly<Record<string, string | number>>;

const all = { en, zh };

export const isKey = (name: string): name is Key => Object.hasOwn(en, name);

/** A number is written with a comma each three digits; give a string where it must not be. */
const written = (value: string | number): string => (typeof value === "number" ? whole(value) : value);

export function t(key: Key, params: Params = {}): string {
  const words: Words = all[language.current][key];
  const text = typeof words === "string" ? words : params["n"] === 1 ? words.one : words.other;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = params[name];
    return value === undefined ? hole : written(value);
  });
}
