/** Sentences made of what the server sends: errors and notices by code and figures, facts by their phrases. */
import type { ErrorBody, Notice } from "../protocol/wire";
import { isKey, t, type Params } from ".";
import { language } from "./language.svelte";

export interface Said {
  readonly title: string;
  readonly text: string;
}

type Data = ErrorBody["data"];

const hex = (codepoint: number): string => codepoint.toString(16).toUpperCase().padStart(4, "0");

/** What there is too much of, as the server names it. */
function sayWhat(what: string): string {
  const key = `what.${what.replaceAll(" ", "_")}`;
  return isKey(key) ? t(key) : what;
}

function params(data: Data): Params {
  const kept = Object.entries(data ?? {}).flatMap(([name, value]): [string, string | number][] => {
    if (name === "codepoint" && typeof value === "number") return [[name, hex(value)]];
    if (name === "what" && typeof value === "string") return [[name, sayWhat(value)]];
    if (name === "count" && typeof value === "number") return [["n", value]];
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** Its own sentences say more than the page knows, in English. */
const SPOKEN = ["invalid_request"];

/** Several sentences of one code are told apart by why. */
const ofWhy = (key: string, data: Data): string => (typeof data?.["why"] === "string" ? `${key}.${data["why"]}` : key);

/** A code that this page does not know yet is told in the server's own sentence. */
export function sayError(error: ErrorBody): Said {
  const title = `error.${error.code}.title`;
  const precise = ofWhy(`error.${error.code}`, error.data);
  const text = isKey(precise) ? precise : `error.${error.code}.text`;
  const figures: Params = { ...params(error.data), ...(error.field ? { field: error.field } : {}) };
  if (!isKey(title) || !isKey(text)) return { title: t("error.other.title"), text: error.message };
  const sentence = t(text, figures);
  // A hole without its figure: the server says more than these words know.
  const told = /\{\w+\}/.test(sentence) ? error.message : sentence;
  return { title: t(title), text: language.current === "en" && SPOKEN.includes(error.code) ? error.message : told };
}

export function sayNotice(notice: Notice): string {
  const key = ofWhy(`notice.${notice.code}`, notice.data);
  return isKey(key) ? t(key, params(notice.data)) : notice.message;
}

/** Phrases of a model's card; names such as RoPE and SwiGLU are the same in every language. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^learned, ([\d,]+) positions$/, "可学习，$1 个位置"],
  [/^learned\b/, "可学习"],
  [/^inside the model$/, "在模型内部"],
  [/^Lab encoder-decoder, /, "实验编码–解码，"],
  [/^Lab decoder, /, "实验解码器，"],
  [/^Lab encoder, /, "实验编码器，"],
  [/\bNone \(NoPE\)/, "无 (NoPE)"],
  [/\bLearned\b/, "可学习"],
  [/\bSinusoidal\b/, "正弦"],
  [/\bT5 relative bias\b/, "T5 偏置"],
  [/, linear scaling\b/, "，线性缩放"],
  [/, dynamic NTK\b/, "，动态 NTK"],
  [/, Full$/, "，全可见"],
  [/, Sliding window, two-sided$/, "，双侧窗口"],
  [/, Sliding window$/, "，滑动窗口"],
  [/, Dilated window$/, "，空洞窗口"],
  [/, Sink \+ window$/, "，汇点 + 窗口"],
  [/, Strided$/, "，跨步"],
  [/, Block-local \(chunked\)$/, "，分块"],
  [/, Prefix-LM$/, "，前缀"],
  [/, Documents$/, "，按文档"],
  [/^trained for this program: pairs$/, "为本程序训练：英汉句对"],
  [/^Sentences from tatoeba.org, /, "句子来自 tatoeba.org，"],
  [/, before each block$/, "，在每个子层之前"],
  [/, after each block$/, "，在每个子层之后"],
  [/, ([\d,]+) wide$/, "，宽 $1"],
  [/, θ by layer$/, "，θ 随层而异"],
  [/, (\w+) scaling$/, "，$1 缩放"],
  [/, θ = /, "，θ = "],
];

export const sayFact = (fact: string): string =>
  language.current === "zh" ? PHRASES.reduce((words, [phrase, zh]) => words.replace(phrase, zh), fact) : fact;

/** 7 and 8; 0, 1 and 2. */
export function sayList(items: readonly (string | number)[]): string {
  if (items.length < 2) return items.join("");
  const comma = language.current === "zh" ? "、" : ", ";
  return t("inspect.and", { first: items.slice(0, -1).join(comma), last: String(items.at(-1)) });
}
