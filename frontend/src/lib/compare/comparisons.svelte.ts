/** What is known of the variants' runs beside each other: figures of each, effects and divergence of each against A. */
import type { Comparison, Figures, TokenEffects } from "../../protocol/wire";
import { numbersOf } from "../float16";
import { session } from "../session.svelte";
import { variants } from "../variants.svelte";
import { compareApi, type CompareApi, type PairAddress } from "./remote";

/** A worker is asked again after this, and each time after a little longer. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;

/** Divergence of the heads of one layer, [head, query] in nats; NaN where not measured. */
export interface Divergence {
  readonly heads: number;
  readonly queries: number;
  readonly values: Float32Array;
}

export const meanOf = ({ queries, values }: Divergence, head: number): number => {
  let [sum, count] = [0, 0];
  for (let query = 0; query < queries; query++) {
    const value = values[head * queries + query] ?? NaN;
    if (!Number.isNaN(value)) [sum, count] = [sum + value, count + 1];
  }
  return count ? sum / count : NaN;
};

const pairName = (run: string, base: string): string => `${run} ${base}`;
const layerName = ({ run, base, kind, layer, row }: PairAddress): string => [run, base, kind, layer, row].join(" ");

const added = <T>(map: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> => new Map(map).set(name, value);

export class Comparisons {
  #figures = $state.raw<ReadonlyMap<string, Figures>>(new Map());
  #effects = $state.raw<ReadonlyMap<string, Comparison>>(new Map());
  #layers = $state.raw<ReadonlyMap<string, Divergence>>(new Map());
  /** Layers that cannot be compared. */
  #refused = $state.raw<ReadonlyMap<string, true>>(new Map());
  #asking = new Set<string>();

  constructor(private readonly api: CompareApi = compareApi) {}

  readonly base = $derived(variants.slots[0]?.state?.run_id ?? "");

  figuresOf(index: number): Figures | null {
    return this.#figures.get(this.#run(index)) ?? null;
  }

  /** Null: not asked, or not there yet. */
  comparisonOf(index: number): Comparison | null {
    return this.#effects.get(pairName(this.#run(index), this.base)) ?? null;
  }

  /** What a variant does to the probabilities of the row that is on view. */
  tokensOf(index: number): TokenEffects | null {
    return this.comparisonOf(index)?.effects?.tokens.find(({ row }) => row === session.pinned.row) ?? null;
  }

  pairOf(index: number, layer: number = session.pinned.layer): PairAddress {
    const { kind, row } = session.pinned;
    return { run: this.#run(index), base: this.base, kind, layer, row };
  }

  layerOf(index: number, layer: number): Divergence | null {
    return this.#layers.get(layerName(this.pairOf(index, layer))) ?? null;
  }

  isRefused(index: number, layer: number): boolean {
    return this.#refused.has(layerName(this.pairOf(index, layer)));
  }

  #run(index: number): string {
    return variants.slots[index]?.state?.run_id ?? "";
  }

  #isFinished(index: number): boolean {
    return variants.slots[index]?.state?.status === "finished";
  }

  /** Call in an effect: asks for what the finished variants still lack. */
  fetch(): void {
    for (let index = 0; index < variants.count; index++) {
      if (!this.#isFinished(index)) continue;
      const run = this.#run(index);
      void this.#once(`figures ${run}`, this.#figures.has(run), async () => {
        const reply = await this.api.figures(run);
        if (reply.ok) this.#figures = added(this.#figures, run, reply.value);
      });
      if (index > 0 && this.#isFinished(0)) this.#compare(run, this.base);
    }
  }

  #compare(run: string, base: string): void {
    const name = pairName(run, base);
    const known = this.#effects.get(name);
    void this.#once(`effects ${name}`, known !== undefined && known.status !== "waiting", async () => {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 1.5)) {
        const reply = await this.api.against(run, base);
        if (!reply.ok) {
          this.#effects = added(this.#effects, name, { status: "refused", effects: null, error: reply.error });
          return;
        }
        this.#effects = added(this.#effects, name, reply.value);
        if (reply.value.status !== "waiting" || !this.#isOnScreen(run)) return;
        await new Promise((done) => setTimeout(done, wait));
      }
    });
  }

  #isOnScreen(run: string): boolean {
    return variants.slots.some(({ state }) => state?.run_id === run);
  }

  /** Call in an effect: the chosen layer first, then `all` others one after the other; gives a way to stop. */
  fetchLayers(indices: readonly number[], layers: readonly number[]): (() => void) | undefined {
    const wanted = layers
      .flatMap((layer) => indices.map((index) => this.pairOf(index, layer)))
      .filter((pair) => pair.run && pair.base && !this.#layers.has(layerName(pair)) && !this.#refused.has(layerName(pair)));
    if (wanted.length === 0) return undefined;
    const controller = new AbortController();
    void (async () => {
      for (const pair of wanted) {
        if (controller.signal.aborted) return;
        await this.#fetchLayer(pair, controller.signal);
      }
    })();
    return () => controller.abort();
  }

  async #fetchLayer(pair: PairAddress, signal: AbortSignal): Promise<void> {
    try {
      const array = await this.api.divergence(pair, signal);
      const [heads = 0, queries = 0] = array.shape;
      this.#layers = added(this.#layers, layerName(pair), { heads, queries, values: numbersOf(array) });
    } catch {
      if (!signal.aborted) this.#refused = added(this.#refused, layerName(pair), true);
    }
  }

  async #once(name: string, done: boolean, work: () => Promise<void>): Promise<void> {
    if (done || this.#asking.has(name)) return;
    this.#asking.add(name);
    await work();
    this.#asking.delete(name);
  }
}

export const comparisons = new Comparisons();
