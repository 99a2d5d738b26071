/** Where each option of the views lives while the page is open. */
import { language } from "../../i18n/language.svelte";
import { costs } from "../costs/costs.svelte";
import { SHARES, structure } from "../costs/structure.svelte";
import { panels } from "../panels.svelte";
import { lengths } from "../positions/length.svelte";
import { look } from "../theme.svelte";
import { trainer } from "../train/trainer.svelte";
import { FIRST_OPTIONS, OPTION_NAMES, type Options } from "./options";

interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
}

const STORES: { readonly [K in keyof Options]: Store<Options[K]> } = {
  panel: { get: () => panels.shown, set: (value) => (panels.shown = value) },
  lang: { get: () => language.chosen, set: (value) => language.follow(value) },
  theme: { get: () => look.chosen, set: (value) => look.follow(value) },
  tokens: { get: () => costs.tokens, set: (value) => (costs.tokens = value) },
  batch: { get: () => costs.batch, set: (value) => costs.setBatch(value) },
  concurrency: { get: () => costs.concurrency, set: (value) => (costs.concurrency = Math.max(value, costs.batch)) },
  precision: { get: () => costs.precision, set: (value) => (costs.precision = value) },
  device: { get: () => costs.chosen, set: (value) => (costs.chosen = value) },
  bytes: { get: () => costs.units.bytes, set: (bytes) => (costs.units = { ...costs.units, bytes }) },
  flops: { get: () => costs.units.flops, set: (flops) => (costs.units = { ...costs.units, flops }) },
  figure: { get: () => costs.picked, set: (value) => costs.pick(value) },
  source: { get: () => structure.kind, set: (value) => (structure.kind = value) },
  published: { get: () => structure.published, set: (value) => (structure.published = value) },
  config: { get: () => structure.text, set: (value) => (structure.text = value) },
  plan: {
    get: () => Object.fromEntries(SHARES.filter((share) => structure.plan[share] !== 1).map((share) => [share, structure.plan[share]])),
    set: (value) => (structure.plan = { ...structure.plan, ...Object.fromEntries(SHARES.map((share) => [share, value[share] ?? 1])) }),
  },
  microbatches: { get: () => structure.microbatches, set: (value) => (structure.microbatches = value) },
  long: { get: () => lengths.typed, set: (value) => (lengths.typed = value) },
  lesson: { get: () => trainer.typed, set: (value) => trainer.fill(value) },
  step: { get: () => trainer.step, set: (value) => (trainer.step = value) },
  attention: { get: () => trainer.attention, set: (value) => (trainer.attention = value) },
};

const valueOf = <K extends keyof Options>(name: K): Options[K] => STORES[name].get();
const put = <K extends keyof Options>(name: K, value: Options[K]): void => STORES[name].set(value);

export const options = {
  /** As the views stand now. */
  get now(): Options {
    return Object.fromEntries(OPTION_NAMES.map((name) => [name, valueOf(name)])) as unknown as Options;
  },
  take(taken: Options): void {
    for (const name of OPTION_NAMES) put(name, taken[name] ?? FIRST_OPTIONS[name]);
  },
};
