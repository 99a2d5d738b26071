/** Words for figures: the parts of a model, the titles of numbers, and what a config's reader remarks. */
import type { Notice, RunStarted } from "../protocol/wire";
import { isKey, t } from ".";
import { language } from "./language.svelte";
import { sayNotice } from "./say";

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

/** Reasons for a limit are phrases of the reader; numbers and names stay as they are. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^stated by the config$/, "配置文件所述"],
  [/^([\d,]+) rows of fixed sinusoids$/, "固定正弦表，$1 行"],
  [/^([\d,]+) rows$/, "$1 行"],
  [/^ALiBi has no hard limit$/, "ALiBi 无硬性上限"],
  [/^trained on ([\d,]+) tokens; no hard limit$/, "以 $1 词元训练；无硬性上限"],
  [/^a relative bias has no hard limit; n_positions is the length of training$/, "相对偏置无硬性上限；n_positions 为训练长度"],
];

export const sayReason = (reason: string): string =>
  language.current === "zh" ? REASONS.reduce((words, [phrase, zh]) => words.replace(phrase, zh), reason) : reason;

export const sayRemark = (notice: Notice): string => sayNotice(notice);

/** What a run was computed on. */
export const sayDevice = ({ device, threads }: RunStarted): string => (/^cpu$/i.test(device) ? t("cost.cpu", { n: threads }) : device);
