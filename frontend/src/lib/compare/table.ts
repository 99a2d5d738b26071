/** The figures of variants beside each other, as words: what it is, and for each variant a number with what is beside it. */
import type { Comparison, Figures, RunNextToken, TokenEffects } from "../../protocol/wire";
import { t } from "../../i18n";
import { fixed, minus, signed, weight, whole } from "../format";

export interface Value {
  readonly main: string;
  readonly beside?: string;
  readonly strong?: boolean;
}

export interface Line {
  readonly name: string;
  readonly unit?: string;
  readonly help?: string;
  readonly values: readonly Value[];
}

export interface Column {
  readonly figures: Figures | null;
  readonly next: RunNextToken | null;
  readonly written: string | null;
  readonly comparison: Comparison | null;
  readonly effects: TokenEffects | null;
  readonly finished: boolean;
  /** Timed elsewhere, so that its time compares with none here. */
  readonly stored: boolean;
}

const NOTHING: Value = { main: "–" };
/** A run is timed once; two of the same differ by as much. */
const NOISE = 0.15;

const percent = (part: number, all: number): string => `${Math.round((100 * part) / all)} %`;
const change = (value: number, base: number): string => {
  const share = (100 * (value - base)) / base;
  const rounded = Math.sign(share) * Math.round(Math.abs(share));
  return rounded === 0 ? "±0 %" : `${rounded > 0 ? "+" : ""}${minus(String(rounded))} %`;
};

/** A number in the unit that suits the largest of all, so that columns compare at a glance. */
export function scaled(values: readonly (number | null)[], units: readonly string[], step: number): { readonly texts: readonly string[]; readonly unit: string } {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  let at = 0;
  while (at < units.length - 1 && largest >= step ** (at + 1)) at++;
  const digits = (value: number): string => (at === 0 || Number.isInteger(value) ? whole(value) : value >= 100 ? whole(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2));
  return { texts: values.map((value) => (value === null ? "–" : digits(value / step ** at))), unit: units[at] ?? "" };
}

const waiting = ({ finished, comparison }: Column): Value => ({
  main: "–", ...(finished && (!comparison || comparison.status === "waiting") ? { beside: t("compare.asking") } : {}),
});

/** B and so on against A; A itself is the base. */
const against = (columns: readonly Column[], say: (column: Column) => Value | null): readonly Value[] =>
  columns.map((column, index) => (index === 0 ? { main: t("compare.base") } : (say(column) ?? waiting(column))));

function counted(columns: readonly Column[], of: (figures: Figures) => number | null, units: readonly string[], step: number): readonly Value[] {
  const numbers = columns.map(({ figures }) => figures && of(figures));
  const { texts, unit } = scaled(numbers, units, step);
  const base = numbers[0];
  return columns.map(({ figures, finished }, index) => {
    const value = numbers[index];
    if (value === null || value === undefined) return finished && !figures ? { main: "–", beside: t("compare.counting") } : NOTHING;
    const beside = index > 0 && base ? [unit, change(value, base)].filter(Boolean).join(", ") : unit;
    return { main: texts[index] ?? "", beside };
  });
}

function pairs(columns: readonly Column[]): readonly Value[] {
  return columns.map(({ figures, finished }) => {
    if (!figures) return finished ? { main: "–", beside: t("compare.counting") } : NOTHING;
    const each = figures.alike ? figures.maps : 1;
    return { main: whole(Math.round(figures.pairs / each)), beside: percent(figures.pairs, figures.dense_pairs) };
  });
}

function times(columns: readonly Column[]): readonly Value[] {
  const base = columns[0]?.stored ? null : columns[0]?.figures?.elapsed_ms;
  return columns.map(({ figures, stored }, index) => {
    const value = figures?.elapsed_ms;
    if (value === null || value === undefined) return NOTHING;
    const main = value < 10_000 ? whole(Math.round(value)) : (value / 1000).toFixed(1);
    const unit = value < 10_000 ? "ms" : "s";
    if (stored) return { main, beside: `${unit}, ${t("compare.time.stored")}` };
    if (index === 0 || !base) return { main, beside: unit };
    const near = Math.abs(value - base) < NOISE * base;
    return { main, beside: `${unit}, ${near ? t("compare.time.noise") : change(value, base)}` };
  });
}

/** Only lines that some variant has something to say in. */
export function tableOf(columns: readonly Column[], tokens: number): readonly Line[] {
  const first = columns[0]?.figures;
  const has = (say: (column: Column) => unknown): boolean => columns.some((column) => say(column) !== null && say(column) !== undefined);
  const effects = has(({ effects: found }) => found);
  const sentences = has(({ comparison }) => comparison?.effects?.sentences);
  const loss = columns.map(({ next, effects: found }) => found?.mean_variant_loss ?? next?.mean_loss ?? null);
  const baseLoss = (index: number): number | null => columns[index]?.effects?.mean_base_loss ?? loss[0] ?? null;
  const lines: (Line | false)[] = [
    loss.some((value) => value !== null) && {
      name: t("compare.loss"), unit: t("compare.loss.unit"),
      values: loss.map((value, index) => {
        const base = baseLoss(index);
        if (value === null) return NOTHING;
        return { main: fixed(value, 3), strong: true, ...(index > 0 && base !== null ? { beside: signed(value - base, 3) } : {}) };
      }),
    },
    (effects || has(({ next }) => next)) && {
      name: t("compare.row.kl"), unit: t("compare.row.kl.unit"),
      values: against(columns, ({ effects: found }) => found && { main: found.mean_kl === null ? "–" : klWords(found.mean_kl), beside: "" }),
    },
    (effects || has(({ next }) => next)) && {
      name: t("compare.agreement"),
      values: against(columns, ({ effects: found }) => found && {
        main: `${found.agreement} / ${found.places.length}`,
        beside: `${percent(found.agreement, found.places.length)}, p ${signed(found.mean_top_change, 3)}`,
      }),
      help: t("compare.top_change"),
    },
    sentences && {
      name: t("compare.sentence"), unit: t("compare.sentence.unit"),
      values: against(columns, ({ comparison }) => {
        const found = comparison?.effects?.sentences;
        return found ? { main: found.sentences.map(weight).join(", ") } : null;
      }),
    },
    sentences && {
      name: t("compare.tokens"), unit: t("compare.tokens.unit"),
      values: against(columns, ({ comparison }) => {
        const found = comparison?.effects?.sentences;
        return found ? { main: found.mean_token === null ? "–" : weight(found.mean_token), beside: t("compare.compared", { n: found.compared }) } : null;
      }),
    },
    has(({ figures }) => figures) && {
      name: t("compare.pairs"),
      unit: first?.alike ? t("compare.pairs.of", { n: Math.round(first.dense_pairs / first.maps) }) : t("compare.pairs.all"),
      values: pairs(columns),
    },
    has(({ figures }) => figures) && {
      name: t("compare.flops"), values: counted(columns, ({ attention_flops }) => attention_flops, ["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"], 1000),
    },
    has(({ figures }) => figures?.kv_bytes) && {
      name: t("compare.kv"), unit: t("compare.kv.at", { n: tokens }),
      values: counted(columns, ({ kv_bytes }) => kv_bytes, ["B", "KiB", "MiB", "GiB"], 1024),
    },
    has(({ figures }) => figures?.elapsed_ms) && { name: t("compare.time"), help: t("compare.time.help"), values: times(columns) },
    has(({ written }) => written) && { name: t("compare.written"), values: columns.map(({ written }) => (written === null ? NOTHING : { main: written })) },
  ];
  return lines.filter((line): line is Line => line !== false);
}

const klWords = (value: number): string => (value >= 5e-4 || value === 0 ? fixed(value, 3) : weight(value));
