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

/** Remarks whose figures stand in the sentence alone. */
const REMARKS: readonly (readonly [RegExp, string])[] = [
  [/^sliding_window ([\d,]+) has no effect: use_sliding_window is (\w+)\. All layers see everything\.$/, "sliding_window $1 无效：use_sliding_window 为 $2。所有层都能看到全部。"],
  [/^sliding_window ([\d,]+) has no effect: this model type has no windows\.$/, "sliding_window $1 无效：此模型类型没有窗口。"],
  [/^num_key_value_heads (\d+) says nothing of the cache: latent attention keeps ([\d,]+) values a token and layer, whatever the heads\.$/, "num_key_value_heads $1 与缓存无关：潜在注意力每词元每层保留 $2 个值，与头数无关。"],
  [/^num_key_value_heads (\d+) is not used: this model type has full heads\.$/, "num_key_value_heads $1 未使用：此模型类型为完整头。"],
];

export function sayRemark(notice: Notice): string {
  const said = sayNotice(notice);
  return language.current === "zh" ? REMARKS.reduce((words, [phrase, zh]) => words.replace(phrase, zh), said) : said;
}

/** What a run was computed on. */
export const sayDevice = ({ device, threads }: RunStarted): string => (/^cpu$/i.test(device) ? t("cost.cpu", { n: threads }) : device);

/** Units that are words; the others are the same in every language. */
const UNITS: Readonly<Record<string, string>> = { texts: "个文本", tokens: "个词元", parameters: "个参数", devices: "台设备", layers: "层", pairs: "对" };

export const sayUnit = (unit: string): string => (language.current === "zh" ? (UNITS[unit] ?? unit) : unit);
