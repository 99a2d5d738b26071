/** Asking for a text that is written on while its cache is watched, and the step that is looked at. */
import type { CacheAsk, ModelCard, RunSpec } from "../../protocol/wire";
import type { Key } from "../../i18n";
import { form } from "../form.svelte";
import { player } from "../play.svelte";
import { session } from "../session.svelte";
import { promptOf, stepsOf } from "./growth";

export const FIRST_ASK: CacheAsk = { tokens: 32, block_size: 16, uncached: true };

/** Why the cache of a run is not watched; the first that holds. */
const HINDRANCES: readonly (readonly [(card: ModelCard, spec: RunSpec) => boolean, Key])[] = [
  [({ architecture }) => architecture === "encoder", "cache.not.encoder"],
  [({ architecture }) => architecture === "encoder_decoder", "cache.not.translator"],
  [(_, { position }) => position !== null, "cache.not.position"],
];

export const whyNot = (card: ModelCard, spec: RunSpec): Key | null => HINDRANCES.find(([hinders]) => hinders(card, spec))?.[1] ?? null;

class Watch {
  /** Where the selection can't hold the step. */
  #chosen = $state.raw<{ readonly run: string; readonly step: number } | null>(null);

  /** What the next run is asked for, were the cache watched. */
  get ask(): CacheAsk {
    const { measure_cache, continue_tokens } = form.spec;
    return measure_cache ?? { ...FIRST_ASK, tokens: continue_tokens || FIRST_ASK.tokens };
  }

  /** The text is written on, so that its tokens have maps too, and its cache is watched. */
  start(ask: CacheAsk): Promise<void> {
    form.set({ continue_tokens: ask.tokens, measure_cache: ask });
    return player.start();
  }

  readonly steps = $derived(session.run ? stepsOf(session.run) : []);

  /** What was written is what was watched, so that a step is a query of the maps. */
  get #isQuery(): boolean {
    return session.run?.written.get(0)?.how === "greedy" && session.run.tokens?.target.length === 0;
  }

  /** Step 0 is computed at the last token that was given. */
  get #first(): number {
    return promptOf(this.steps) - 1;
  }

  /** The step that is looked at: the one chosen, else the newest. */
  get at(): number {
    const last = this.steps.length - 1;
    const { query } = session.pinned;
    const chosen = this.#isQuery ? (query === null ? null : query - this.#first) : this.#chosen?.run === session.run?.run_id ? (this.#chosen?.step ?? null) : null;
    return chosen !== null && chosen >= 0 && chosen <= last ? chosen : last;
  }

  go(step: number): void {
    if (this.#isQuery) session.pin({ query: this.#first + step });
    else this.#chosen = { run: session.run?.run_id ?? "", step };
  }
}

export const watch = new Watch();
