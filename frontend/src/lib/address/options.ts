/** How the views stand, one by one: what each of them can be set to, and how that is written in the address. */
import { PRECISIONS, LEAST, MOST, type Precision } from "../costs/questions";
import type { Share, SourceKind } from "../costs/structure.svelte";
import type { Pick } from "../costs/costs.svelte";
import type { ByteUnit, FlopUnit } from "../costs/units";
import type { Panel } from "../panels.svelte";
import type { Draft } from "../train/trainer.svelte";
import type { Kind, Lang, Theme } from "../types";
import { count, isRecord, oneOf, orNull, packed, text, type Codec } from "./codec";

export interface Options {
  readonly panel: Panel;
  /** Null, both: as the browser asks for, or as was chosen in it before. */
  readonly lang: Lang | null;
  readonly theme: Theme | null;
  readonly tokens: number;
  readonly batch: number;
  readonly concurrency: number;
  readonly precision: Precision | null;
  readonly device: string | null;
  readonly bytes: ByteUnit;
  readonly flops: FlopUnit;
  readonly figure: Pick;
  readonly source: SourceKind;
  readonly published: string;
  readonly config: string;
  readonly plan: Plan;
  readonly microbatches: number;
  /** Null: the text that the view begins with. */
  readonly long: string | null;
  /** Of the training that is being put together; null: the first lesson. */
  readonly lesson: Draft | null;
  /** Null: the newest. */
  readonly step: number | null;
  readonly attention: Kind | null;
}

/** Shares of more than one device. */
type Plan = Readonly<Partial<Record<Share, number>>>;

export const FIRST_OPTIONS: Options = {
  panel: "view",
  lang: null,
  theme: null,
  tokens: 2048,
  batch: 1,
  concurrency: 1,
  precision: null,
  device: null,
  bytes: "binary",
  flops: "auto",
  figure: { type: "part", name: "scores" },
  source: "run",
  published: "llama-3.1-8b",
  config: "",
  plan: {},
  microbatches: 1,
  long: null,
  lesson: null,
  step: null,
  attention: null,
};

const isPick = (value: unknown): value is Pick =>
  isRecord(value) && typeof value["name"] === "string" && (value["type"] === "part" || (value["type"] === "figure" && ["own", "at", "structure"].includes(String(value["where"]))));

const isLesson = (value: unknown): value is Draft =>
  isRecord(value) && typeof value["name"] === "string" && isRecord(value["spec"]) && isRecord(value["spec"]["model"]) && isRecord(value["spec"]["task"]) &&
  (value["minutes"] === null || typeof value["minutes"] === "number");

/** tensor.8_data.2 */
const plan: Codec<Plan> = {
  write: (value) => Object.entries(value).map(([share, devices]) => `${share}.${devices}`).join("_"),
  read: (words) => (/^[a-z]+\.[1-9]\d{0,4}(_[a-z]+\.[1-9]\d{0,4})*$/.test(words) ? Object.fromEntries(words.split("_").map((part) => part.split(".")).map(([share = "", devices]) => [share, Number(devices)])) : null),
};

export const OPTIONS: { readonly [K in keyof Options]: Codec<Options[K]> } = {
  panel: oneOf(["view", "setup", "inspect"]),
  lang: orNull(oneOf(["en", "zh"])),
  theme: orNull(oneOf(["light", "dark"])),
  tokens: count(LEAST, MOST),
  batch: count(1, 4096),
  concurrency: count(1, 4096),
  precision: orNull(oneOf(PRECISIONS)),
  device: orNull(text),
  bytes: oneOf(["binary", "decimal"]),
  flops: oneOf(["auto", "M", "G", "T"]),
  figure: packed(isPick),
  source: oneOf(["run", "published", "pasted"]),
  published: text,
  config: text,
  plan,
  microbatches: count(1, 4096),
  long: orNull(text),
  lesson: orNull(packed(isLesson)),
  step: orNull(count(0, 999)),
  attention: orNull(oneOf(["encoder", "decoder", "cross"])),
};

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly (keyof Options)[];

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** undefined: it stands at its first value and is left out. */
export const writeOption = <K extends keyof Options>(name: K, value: Options[K]): string | undefined =>
  same(value, FIRST_OPTIONS[name]) ? undefined : OPTIONS[name].write(value);

export function readOption(name: keyof Options, words: string): Partial<Options> | null {
  const value = OPTIONS[name].read(words);
  return value === null ? null : { [name]: value };
}
