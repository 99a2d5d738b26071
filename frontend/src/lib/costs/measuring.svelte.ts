/** Measures the run on view: its settings are run once more, aside, and that run takes its place once all of it is there. */
import type { ErrorBody, RunSpec } from "../../protocol/wire";
import { api as realApi, type Api } from "../api";
import { EMPTY_RUN, isFinal, type RunState } from "../fold";
import type { Measures } from "../form.svelte";
import { player } from "../play.svelte";
import { follow as realFollow, type Connection, type Follow } from "../stream";
import { variants } from "../variants.svelte";

export type Panel = "parts" | "kernels" | "prefill";
export type Ask = Partial<Omit<Measures, "measure_again">>;

const NOT_THERE: ErrorBody = { code: "not_found", message: "Nothing is here.", field: null };

/** Equal questions are answered from what was kept: the same once more is asked for under another number. */
export function measuredSpec(spec: RunSpec, asked: Ask): RunSpec {
  const names = Object.keys(asked) as (keyof Ask)[];
  const same = names.every((name) => JSON.stringify(asked[name]) === JSON.stringify(spec[name]));
  return { ...spec, ...asked, measure_again: spec.measure_again + (same ? 1 : 0) };
}

export class Measuring {
  /** Where it was asked for last. */
  panel = $state.raw<Panel | null>(null);
  /** The run aside as far as it is; null: none goes on. */
  state = $state.raw<RunState | null>(null);
  fault = $state.raw<ErrorBody | null>(null);
  cancelled = $state(false);
  /** Of the variant's run that it repeats, and of its own. */
  #before: string | null = null;
  #run: string | null = null;
  #stop: (() => void) | null = null;

  constructor(
    private readonly api: Pick<Api, "run" | "start" | "cancel"> = realApi,
    private readonly follow: Follow = realFollow,
  ) {}

  get isRunning(): boolean {
    return this.state !== null;
  }

  /** Measures the variant that is shown; what was measured of it before stays asked for. */
  async start(panel: Panel, asked: Ask): Promise<void> {
    const before = variants.slots[variants.shown]?.run ?? null;
    if (before === null || this.isRunning) return;
    [this.panel, this.fault, this.cancelled] = [panel, null, false];
    [this.state, this.#before, this.#run] = [EMPTY_RUN, before, null];
    const known = await this.api.run(before);
    if (this.#before !== before) return;
    if (!known.ok) return this.#end(known.error);
    const reply = await this.api.start(measuredSpec(known.value.spec, asked));
    if (!reply.ok) return this.#end(reply.error);
    const run = reply.value;
    if (this.#before !== before) return void this.api.cancel(run.id);
    this.#run = run.id;
    this.#stop = this.follow(run.id, {
      after: 0,
      onRun: (state) => {
        this.state = state;
        if (!isFinal(state)) return;
        const index = variants.slots.findIndex((slot) => slot.run === before);
        this.#end(state.error);
        if (state.status === "finished" && index >= 0) player.adopt(index, run, state);
        else this.cancelled = state.status === "cancelled";
      },
      onConnection: (connection: Connection) => {
        if (connection.state === "gone") this.#end(NOT_THERE);
      },
    });
  }

  /** Gives it up. What is on screen stays. */
  cancel(): void {
    if (!this.isRunning) return;
    if (this.#run !== null) void this.api.cancel(this.#run);
    this.#end(null);
    this.cancelled = true;
  }

  /** Call in an effect: a run that gave way to another is measured no more. */
  heed(): void {
    if (this.isRunning && !variants.slots.some(({ run }) => run === this.#before)) this.cancel();
  }

  #end(fault: ErrorBody | null): void {
    this.#stop?.();
    [this.#stop, this.#before, this.#run] = [null, null, null];
    [this.state, this.fault] = [null, fault];
  }
}

export const measuring = new Measuring();
