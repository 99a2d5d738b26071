/** Which model is read in the view of structures, by whose config, and how it is shared by devices. */
import type { ErrorBody, Notice } from "../../protocol/wire";
import { player } from "../play.svelte";
import type { CostAsk } from "./api";
import { Asked } from "./asked.svelte";
import { costs } from "./costs.svelte";
import { read } from "./config";
import { figuresOf, NO_FIGURES, type Figures } from "./report";

export type SourceKind = "run" | "published" | "pasted";
export type Share = "tensor" | "pipeline" | "expert" | "data";
export const SHARES: readonly Share[] = ["tensor", "pipeline", "expert", "data"];

class Structure {
  kind = $state<SourceKind>("run");
  published = $state("llama-3.1-8b");
  text = $state("");
  plan = $state.raw<Readonly<Record<Share, number>>>({ tensor: 1, pipeline: 1, expert: 1, data: 1 });
  /** Parts of the batch that a pipeline works on one after another. */
  microbatches = $state(1);
  readonly asked = new Asked();
  readonly shared = new Asked();

  readonly pasted = $derived(read(this.text));
  readonly precision = $derived(costs.precision ?? "bf16");

  /** By its name, or by its config; null: there is none yet. */
  readonly model = $derived.by((): Pick<CostAsk, "model" | "config"> | null => {
    if (this.kind === "published") return { model: this.published };
    if (this.kind === "run") return player.spec ? { model: player.spec.model } : null;
    return this.pasted.config ? { config: this.pasted.config } : null;
  });
  readonly fault = $derived<ErrorBody | null>(this.kind === "pasted" && this.pasted.fault ? this.pasted.fault : this.asked.fault);
  readonly figures = $derived<Figures>(this.asked.at ? figuresOf(this.asked.at, ["kv_per_token", "kv_per_source"]) : NO_FIGURES);
  readonly plans = $derived<Figures>(this.shared.at ? figuresOf(this.shared.at, ["parallel_plan"]) : NO_FIGURES);
  /** Nothing of an earlier model stands beside a refusal. */
  readonly facts = $derived(this.fault || !this.model ? null : (this.asked.at?.facts ?? null));

  /** What is asked of a model: how it is read, and how devices share it. */
  questions(model: Pick<CostAsk, "model" | "config">): readonly [CostAsk, CostAsk] {
    const { tokens, batch, concurrency, deviceName: device } = costs;
    const question = { tokens, batch, concurrency, precision: this.precision, device };
    const one = { tokens: 1, precision: this.precision };
    return [
      { ...model, question, figures: [{ name: "kv_bytes", params: { ...one, part: "self" } }, { name: "kv_bytes", params: { ...one, part: "cross" } }] },
      { ...model, question, figures: [{ name: "parallel_plan", params: { ...this.plan, microbatches: this.microbatches, ...question } }] },
    ];
  }

  /** Call in an effect; gives a way to give up what is not answered. */
  ask(): () => void {
    const [read, plan] = this.model ? this.questions(this.model) : [null, null];
    const stops = [this.asked.ask(read), this.shared.ask(plan)];
    return () => stops.forEach((stop) => stop?.());
  }

  /** What the reader remarks about a step; 0: about the config as a whole. */
  remarks(step: number): readonly Notice[] {
    return (this.facts?.notices ?? []).filter((notice) => stepOf(notice) === step);
  }
}

const BY_CODE: Readonly<Record<string, number>> = {
  head_dim: 3, kv_heads_unused: 3, unknown_scaling: 4, assumed_length: 4, scaled_limit: 4, position_type: 4, read_as_encoder: 2, read_with_both: 2, window_without_effect: 6, window_never_binds: 6, layer_types_in_words: 6,
};
/** The first that fits. */
const BY_FIELD: readonly (readonly [RegExp, number])[] = [
  [/vocab|token/, 1], [/tie_|_head$/, 7], [/window|layer_types|attention_chunk/, 6], [/expert|intermediate|inner|ffn|d_ff|act/, 5],
  [/position|rope|theta|n_ctx/, 4], [/head|kv|rank|multi_query/, 3], [/hidden|layer|width|d_model|n_embd/, 2],
];

export function stepOf({ code, data }: Notice): number {
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  const field = data?.["field"];
  return (code === "default_used" || code === "contradiction") && typeof field === "string" ? (BY_FIELD.find(([form]) => form.test(field))?.[1] ?? 0) : 0;
}

export const structure = new Structure();
