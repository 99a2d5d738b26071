/** What is chosen in the view of costs, and which number the inspector explains. */
import type { DeviceInfo, PublishedModel } from "../../protocol/wire";
import { costApi, type CostApi } from "./api";
import { Asked } from "./asked.svelte";
import type { Precision } from "./questions";
import type { Units } from "./units";

/** Of a run as it was, at the chosen length, or of the model that is read in the view of structures. */
export type Where = "own" | "at" | "structure";

/** part: a row of the table, whose figures belong together; figure: one number by its name. */
export type Pick = { readonly type: "part"; readonly name: string } | { readonly type: "figure"; readonly name: string; readonly where: Where };

/** One variant's answers. */
export class Answers {
  readonly own = new Asked();
  readonly at = new Asked();
  readonly growth = new Asked();
}

class Costs {
  tokens = $state(2048);
  /** Texts of one pass, and texts whose cache is kept at once: never fewer. */
  batch = $state(1);
  concurrency = $state(1);
  /** Null: the run's own. */
  precision = $state<Precision | null>(null);
  /** Null: this server where it was measured, else the first. */
  chosen = $state<string | null>(null);
  units = $state.raw<Units>({ bytes: "binary", flops: "auto" });
  picked = $state.raw<Pick>({ type: "part", name: "scores" });
  devices = $state.raw<readonly DeviceInfo[]>([]);
  models = $state.raw<readonly PublishedModel[]>([]);
  readonly answers = [new Answers(), new Answers(), new Answers(), new Answers()] as const;
  #asked = false;

  constructor(private readonly api: CostApi = costApi) {}

  readonly device = $derived.by(() => {
    const named = (name: string | null) => this.devices.find((one) => one.name === name);
    return named(this.chosen) ?? this.devices.find(({ measured }) => measured) ?? named("h100") ?? this.devices[0] ?? null;
  });

  get deviceName(): string {
    return this.device?.name ?? this.chosen ?? "h100";
  }

  setBatch(batch: number): void {
    [this.batch, this.concurrency] = [batch, Math.max(batch, this.concurrency)];
  }

  pick(picked: Pick): void {
    this.picked = picked;
  }

  /** Fetched once; asked for again where no answer came. */
  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    const reply = await this.api.published();
    if (reply.ok) [this.devices, this.models] = [reply.value.devices, reply.value.models];
    else this.#asked = false;
  }
}

export const costs = new Costs();
