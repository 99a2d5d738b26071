/** Masks in words: a row's title, and the name of whatever was chosen. */
import type { ForcedMask } from "../protocol/wire";
import { isKey, t, type Params } from ".";
import type { MaskChoice } from "../lib/masks/choice";
import { shortened } from "../lib/labels";

const LONGEST = 40;

/** The short name of a tile. */
export function sayTitle(name: string): string {
  const key = `mask.title.${name}`;
  return isKey(key) ? t(key) : name.replaceAll("_", " ");
}

const figures = (params: Readonly<Record<string, unknown>> = {}): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** Window 4; (Window 4 & Document); not Causal. */
export function sayChoice(choice: MaskChoice, inside = false): string {
  switch (choice.type) {
    case "row": {
      const key = `mask.named.${choice.name}`;
      return isKey(key) ? t(key, figures(choice.params)) : sayTitle(choice.name);
    }
    case "expression":
      return shortened(choice.text, LONGEST);
    case "cells":
      return t("mask.named.cells", { n: choice.tokens });
    case "not":
      return t("mask.named.not", { mask: sayChoice(choice.mask, true) });
    default: {
      const said = choice.masks.map((one) => sayChoice(one, true)).join(choice.type === "and" ? " & " : " | ");
      return inside ? `(${said})` : said;
    }
  }
}

/** The name of a forced mask, wherever a run is named. */
export function sayForced({ mask, top_k }: ForcedMask): string {
  const parts = [...(mask ? [sayChoice(mask)] : []), ...(top_k === null ? [] : [t("mask.named.top_k", { k: top_k })])];
  return parts.join(", ");
}
