/** Words for figures: the parts of a model, and the titles of numbers. */
import type { RunStarted } from "../protocol/wire";
import { isKey, t } from ".";
import { language } from "./language.svelte";

/** A part that this page has no word for yet is told by its own name. */
export function sayPart(name: string): string {
  const key = `cost.part.${name}`;
  return isKey(key) ? t(key) : name.replaceAll("_", " ");
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

/** Units that are words; the others are the same in every language. */
const UNITS: Readonly<Record<string, string>> = { texts: "个文本", tokens: "个词元", parameters: "个参数", devices: "台设备", layers: "层", pairs: "对" };

export const sayUnit = (unit: string): string => (language.current === "zh" ? (UNITS[unit] ?? unit) : unit);
