/** What the next Run will ask for. Kept in the tab's storage at each change, so that nothing typed is lost. */
import type { ModelCard, RunSpec } from "../protocol/wire";

const KEPT = "form";

export const FIRST_SPEC: RunSpec = {
  model: "smollm2-135m-instruct",
  text: "",
  second: null,
  second_as: "pair",
  padding_side: "right",
  dtype: "float32",
  decode: "greedy",
  beam_width: 4,
  most_tokens: 64,
  continue_tokens: 0,
  masked: [],
  mask: null,
  position: null,
  word_shuffle: null,
  check_leaks: false,
  measure_parts: false,
  measure_cache: null,
  measure_kernels: null,
  measure_prefill: null,
  measure_again: 0,
};

/** What is measured of a run by a press of its own: no setting, and not asked for again with the next text. */
export type Measures = Pick<RunSpec, "measure_parts" | "measure_kernels" | "measure_prefill" | "measure_again">;
export const NOT_MEASURED: Measures = { measure_parts: false, measure_kernels: null, measure_prefill: null, measure_again: 0 };

interface Kept {
  /** The run that the form was filled from. */
  readonly run: string | null;
  readonly spec: RunSpec;
}

function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** Fields in which a request differs from a run: what Run would change. */
export const changes = (form: RunSpec, run: RunSpec): readonly (keyof RunSpec)[] =>
  (Object.keys({ ...FIRST_SPEC, ...form }) as (keyof RunSpec)[]).filter((name) => !equal(form[name], run[name]));

/** Nothing and an empty text are the same request. */
const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one || null) === JSON.stringify(other || null);

type Asked =
  | "second_as" | "padding_side" | "masked" | "decode" | "beam_width" | "most_tokens" | "continue_tokens" | "measure_cache" | "measure_prefill";

/** What can be asked beside a text, by architecture: of any model, and of those of the lab alone. */
const ASKED: Readonly<Record<ModelCard["architecture"], { readonly any: readonly Asked[]; readonly lab: readonly Asked[] }>> = {
  encoder: { any: ["second_as", "padding_side"], lab: ["masked"] },
  decoder: { any: ["continue_tokens", "measure_cache", "measure_prefill"], lab: ["decode", "beam_width"] },
  encoder_decoder: { any: ["most_tokens"], lab: ["decode", "beam_width"] },
};
const EVERY = Object.values(ASKED).flatMap(({ any, lab }) => [...any, ...lab]);

/** What means nothing beside another field as it stands. */
const IDLE: Partial<Record<Asked, (spec: RunSpec) => boolean>> = {
  beam_width: ({ decode }) => decode === "greedy",
  measure_cache: ({ position }) => position !== null,
  measure_prefill: ({ position }) => position !== null,
};

/** The request with every field that means nothing to the model as it is by default. */
function asked(spec: RunSpec, { family, architecture }: ModelCard): RunSpec {
  const { any, lab } = ASKED[architecture];
  const meant = family === "lab" ? [...any, ...lab] : any;
  const said = { ...spec, ...defaults(EVERY.filter((name) => !meant.includes(name))) };
  return { ...said, ...defaults(EVERY.filter((name) => IDLE[name]?.(said))) };
}

const defaults = (names: readonly Asked[]): Partial<RunSpec> => Object.fromEntries(names.map((name) => [name, FIRST_SPEC[name]]));

/** A second text stays in the form for the next encoder, and is not sent to a model that reads one. */
export function requestOf(spec: RunSpec, model: ModelCard | undefined): RunSpec {
  const second = model?.accepts_second === false || !spec.second ? null : spec.second;
  return { ...(model ? asked(spec, model) : spec), second };
}

/** Fields that stand over all variants: typing a sentence is not what a variant is made for. */
const SHARED = ["text", "second", "masked"] as const;

class Form {
  /** Of the variant that is shown. */
  spec = $state.raw<RunSpec>(FIRST_SPEC);
  /** Of variant A while another one is shown; null: A itself is. */
  base = $state.raw<RunSpec | null>(null);
  /** A text that is typed belongs to the variant that is shown alone. */
  textApart = $state(false);
  /** The sentence is a text area now. */
  editing = $state(false);
  /** The field that an edit was asked for in; a new one each time that it is asked for. */
  at = $state.raw<{ readonly field: "text" | "second" }>({ field: "text" });

  get isTextApart(): boolean {
    return this.textApart || (this.base !== null && SHARED.some((name) => !equal(this.base?.[name], this.spec[name])));
  }

  /** `before`: what A goes back to where the text that was typed is to be this variant's alone. */
  setApart(apart: boolean, before: RunSpec | null): void {
    this.textApart = apart;
    const from = apart ? before : this.spec;
    if (this.base && from) this.base = { ...this.base, text: from.text, second: from.second, masked: from.masked };
  }

  edit(field: "text" | "second" = "text"): void {
    this.editing = true;
    this.at = { field };
  }

  set(change: Partial<RunSpec>): void {
    const shared = Object.fromEntries(Object.entries(change).filter(([name]) => SHARED.some((one) => one === name)));
    if (this.base && !this.isTextApart) this.base = { ...this.base, ...shared };
    this.spec = { ...this.spec, ...change };
  }

  request(model: ModelCard | undefined): RunSpec {
    return requestOf(this.spec, model);
  }

  /** Keeps what was typed over a run, for as long as it differs from what was run. */
  keep(run: string | null, ran: RunSpec, spec: RunSpec = this.base ?? this.spec): void {
    try {
      if (changes(spec, ran).length === 0) sessionStorage.removeItem(KEPT);
      else sessionStorage.setItem(KEPT, JSON.stringify({ run, spec } satisfies Kept));
    } catch {
      // A full or forbidden storage costs the draft on reload and nothing else.
    }
  }

  /**
   * Fills the form from a run with what the address says over it, or with what the tab was left with on top of that
   * same run. `long`: whether a value is too long for any address, so that it is looked for elsewhere.
   */
  fill(run: string | null, ran: RunSpec, told: Partial<RunSpec> | null, long: (name: keyof RunSpec, value: RunSpec) => boolean = () => false): void {
    const spec = { ...ran, ...NOT_MEASURED };
    const found = readKept();
    const kept = found?.run === run && found.spec ? { ...spec, ...found.spec } : null;
    if (told?.model === undefined) {
      this.spec = { ...(told === null ? (kept ?? spec) : spec), ...told };
      return;
    }
    const missing = (Object.keys(FIRST_SPEC) as (keyof RunSpec)[]).filter((name) => !(name in told) && long(name, kept ?? spec));
    this.spec = { ...FIRST_SPEC, ...told, ...Object.fromEntries(missing.map((name) => [name, (kept ?? spec)[name]])) };
  }
}

export const form = new Form();
