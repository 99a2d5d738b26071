/** Words for figures: the parts of a model, and the titles of numbers. */
import type { RunStarted } from "../protocol/wire";
import { isKey, t } from ".";
import { language } from "./language.svelte";

/** A part that this page has no word for yet is told by its own name. */
export function sayPart(name: string): string {
  const key = `cost.part.${name}`;
  if (isKey(key)) return t(key);
  const [, stack = "", layers, first = ""] = /^(encoder|decoder|cross)_(\d+)_layers_from_(\d+)$/.exec(name) ?? [];
  return layers ? t("cost.part.layers", { stack: sayPart(stack), n: Number(layers), first }) : name.replaceAll("_", " ");
}

/** A figure by its name; the server's own title where the page has none. */
export function sayFigure(name: string, title: string): string {
  const key = `cost.figure.${name}`;
  if (isKey(key)) return t(key);
  const [row = "", part = ""] = name.split(/\.(?=[^.]*$)/);
  const ofRow = `cost.figure.${row}`;
  return isKey(ofRow) && part ? `${t(ofRow)}: ${sayPart(part)}` : title;
}

/** What a run was computed on. */
export const sayDevice = ({ device, threads }: RunStarted): string => (/^cpu$/i.test(device) ? t("cost.cpu", { n: threads }) : device);

/** Units that are words: of one, and in Chinese; the others are the same in every language. */
const UNITS: Readonly<Record<string, { readonly one: string; readonly zh: string }>> = {
  texts: { one: "text", zh: "个文本" }, tokens: { one: "token", zh: "个词元" }, parameters: { one: "parameter", zh: "个参数" }, devices: { one: "device", zh: "台设备" },
  layers: { one: "layer", zh: "层" }, pairs: { one: "pair", zh: "对" }, passes: { one: "pass", zh: "遍" }, "tokens/s": { one: "token/s", zh: "词元/s" },
};

export function sayUnit(unit: string, value: number | string | null = null): string {
  const words = UNITS[unit];
  if (!words) return unit;
  return language.current === "zh" ? words.zh : value === 1 ? words.one : unit;
}
