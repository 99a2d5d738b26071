/** Figures of an answer by their names, and the parts of a model with what each takes. */
import type { CostReport, Figure, RunParts } from "../../protocol/wire";
import { AT, GROWTH, OWN, type Growing } from "./questions";

export type Figures = ReadonlyMap<string, Figure>;
export const NO_FIGURES: Figures = new Map();

/** Those of the report, and those asked for beside it under `names`: attention_flops, step_time.seconds. */
export function figuresOf(report: CostReport, names: readonly string[]): Figures {
  const found = new Map(report.figures.map((one) => [one.name, one]));
  report.asked.forEach((figures, at) => {
    for (const one of figures) found.set([names[at] ?? "", ...one.name.split(".").slice(1)].filter(Boolean).join("."), one);
  });
  return found;
}

export const ownFigures = (report: CostReport): Figures => figuresOf(report, OWN);
export const atFigures = (report: CostReport): Figures => figuresOf(report, AT);

export const numberOf = (figure: Figure | undefined): number | null => (typeof figure?.value === "number" ? figure.value : null);

export type Curves = Readonly<Record<Growing, readonly (readonly [number, number])[]>>;

/** Points of each curve, by tokens; where a figure is 0 there is no point, since both axes are logarithmic. */
export function curvesOf(report: CostReport, lengths: readonly number[]): Curves {
  const curve = (name: Growing, at: number) =>
    [name, lengths.flatMap((tokens, step) => {
      const figures = report.asked[step * GROWTH.length + at] ?? [];
      const value = numberOf(figures.find((one) => one.name.endsWith(".seconds")) ?? figures[0]);
      return value ? [[tokens, value] as const] : [];
    })] as const;
  return Object.fromEntries(GROWTH.map(curve)) as unknown as Curves;
}

/** In the order of the data path. */
const ORDER = [
  "embedding", "position", "q", "k", "v", "scores", "weighted_sum", "output", "ffn", "experts", "shared_experts", "router", "norms", "head", "pooler",
];

export interface Part {
  readonly name: string;
  readonly parameters: Figure | null;
  readonly flops: Figure | null;
  readonly moved: Figure | null;
  readonly measured_ms: number | null;
}

const order = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
const under = (figures: Figures, row: string): readonly string[] =>
  [...figures.keys()].filter((name) => name.startsWith(`${row}.`)).map((name) => name.slice(row.length + 1));

/** What each part of the model takes; the measured time of parts that are timed together stands at the first of them. */
export function partsOf(figures: Figures, timed: RunParts | null = null): readonly Part[] {
  const names = new Set(["parameters_by_part", "forward_flops_by_part"].flatMap((row) => under(figures, row)));
  const sorted = [...names].sort((a, b) => order(a) - order(b));
  return sorted.map((name) => {
    const found = timed?.parts.find((one) => sorted.find((part) => one.figures.includes(part)) === name);
    return {
      name,
      parameters: figures.get(`parameters_by_part.${name}`) ?? null,
      flops: figures.get(`forward_flops_by_part.${name}`) ?? null,
      moved: figures.get(`moved_by_part.${name}`) ?? null,
      measured_ms: found?.ms ?? null,
    };
  });
}

/** Pairs of one head in one layer, of layers that see as much. */
export interface Pairs {
  readonly stack: "encoder" | "decoder" | "cross";
  readonly layers: number;
  readonly figure: Figure;
  readonly dense: number;
}

const KIND = /^pairs_by_layer\.(encoder|decoder|cross)_(\d+)_layers_from_\d+$/;

/** The stack that writes the output first, then what else there is. */
export function pairsOf(figures: Figures): readonly Pairs[] {
  const found = [...figures.values()].flatMap((figure): Pairs[] => {
    const [, stack, layers] = KIND.exec(figure.name) ?? [];
    const dense = numberOf(figures.get(`pairs_by_layer.${stack}_dense`));
    return stack && dense !== null ? [{ stack: stack as Pairs["stack"], layers: Number(layers), figure, dense }] : [];
  });
  const main = found.some(({ stack }) => stack === "decoder") ? "decoder" : "encoder";
  return [...found.filter(({ stack }) => stack === main), ...found.filter(({ stack }) => stack !== main)];
}
