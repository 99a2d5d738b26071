/** Loss beyond the length of training: one run for each sibling of a model, one after another, on one long text. */
import type { ErrorBody, ModelCard, RunSpec } from "../../protocol/wire";
import { api as realApi, type Api } from "../api";
import { isFinal, type RunState } from "../fold";
import { FIRST_SPEC } from "../form.svelte";
import { follow as realFollow, type Follow } from "../stream";
import { binned, lossesOf, placesToMask, shortened, type Bin } from "./loss";

export interface Curve {
  readonly model: ModelCard;
  readonly bins: readonly Bin[];
}

const TRIES = 6;

export class Lengths {
  /** The text of one's own; null: the one that the view begins with. */
  typed = $state<string | null>(null);
  curves = $state.raw<readonly Curve[]>([]);
  /** The models that are measured, the done ones too. */
  models = $state.raw<readonly ModelCard[]>([]);
  running = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  #run: string | null = null;
  #turn = 0;

  constructor(
    private readonly api: Pick<Api, "start" | "cancel"> = realApi,
    private readonly follow: Follow = realFollow,
  ) {}

  async measure(models: readonly ModelCard[], text: string): Promise<void> {
    const turn = ++this.#turn;
    [this.curves, this.models, this.error, this.running] = [[], models, null, true];
    for (const model of models) {
      const state = await this.#runOf(model, text, () => turn === this.#turn);
      if (turn !== this.#turn) return;
      if (state === null || state.status !== "finished") {
        this.error ??= state?.error ?? null;
        break;
      }
      this.curves = [...this.curves, { model, bins: binned(lossesOf(state)) }];
    }
    this.running = false;
  }

  /** What is measured stays. */
  cancel(): void {
    this.#turn++;
    this.running = false;
    if (this.#run !== null) void this.api.cancel(this.#run);
  }

  /** The run's end; null: it was refused. A text that is too long is shortened by the figures of the refusal. */
  async #runOf(model: ModelCard, text: string, wanted: () => boolean): Promise<RunState | null> {
    let kept = text;
    let masked = model.architecture === "encoder" ? placesToMask(model.context_tokens) : [];
    for (let tries = 0; tries < TRIES; tries++) {
      const spec: RunSpec = { ...FIRST_SPEC, model: model.name, text: kept, masked };
      const reply = await this.api.start(spec);
      if (reply.ok) {
        this.#run = reply.value.id;
        if (!wanted()) void this.api.cancel(reply.value.id);
        return this.#end(reply.value.id);
      }
      const { code, data, field } = reply.error;
      const [given, limit] = [Number(data?.["given"]), Number(data?.["limit"])];
      if (code === "too_many_tokens") kept = shortened(kept, given, limit);
      else if (code === "out_of_range") masked = placesToMask(limit);
      else if (field === "masked") masked = masked.slice(0, -1); // the last one fell on the end token
      else {
        this.error = reply.error;
        return null;
      }
    }
    return null;
  }

  #end(id: string): Promise<RunState> {
    return new Promise((done) => {
      const stop = this.follow(id, {
        after: 0,
        onRun: (state) => {
          if (!isFinal(state)) return;
          done(state);
          queueMicrotask(() => stop());
        },
        onConnection: () => undefined,
      });
    });
  }
}

export const lengths = new Lengths();
