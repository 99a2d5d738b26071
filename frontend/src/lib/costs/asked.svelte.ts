/** One question about costs at a time: asked once it rests, given up when another comes, answered at once the second time. */
import { untrack } from "svelte";
import type { CostReport, ErrorBody } from "../../protocol/wire";
import { costApi, type CostApi, type CostAsk } from "./api";

/** A slider that still moves asks for nothing. */
const REST_MS = 120;
const MOST_KEPT = 256;

/** Answers by the words of their questions; the longest unused goes first. */
const kept = new Map<string, CostReport>();

function keep(words: string, report: CostReport): void {
  kept.delete(words);
  kept.set(words, report);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

export class Asked {
  /** What was last answered stays while the next answer is on its way. */
  at = $state.raw<CostReport | null>(null);
  fault = $state.raw<ErrorBody | null>(null);
  waiting = $state(false);
  #last = "";

  constructor(
    private readonly api: CostApi = costApi,
    private readonly rest_ms = REST_MS,
  ) {}

  /** Call in an effect; gives a way to give it up. Null: there is nothing to ask. */
  ask(asked: CostAsk | null): (() => void) | undefined {
    // An answer must not ask again.
    return untrack(() => this.#ask(asked));
  }

  #ask(asked: CostAsk | null): (() => void) | undefined {
    const words = asked ? JSON.stringify(asked) : "";
    if (words === this.#last && !this.waiting) return undefined;
    this.#last = words;
    const known = kept.get(words);
    if (!asked || known) {
      this.#show(known ?? null, null);
      if (known) keep(words, known);
      return undefined;
    }
    this.waiting = true;
    const stop = new AbortController();
    const timer = setTimeout(() => void this.#fetch(asked, words, stop.signal), this.at ? this.rest_ms : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
      if (this.#last === words && this.waiting) this.#last = "";
    };
  }

  async #fetch(asked: CostAsk, words: string, signal: AbortSignal): Promise<void> {
    const reply = await this.api.costs(asked, signal);
    if (signal.aborted) return;
    if (reply.ok) keep(words, reply.value);
    this.#show(reply.ok ? reply.value : this.at, reply.ok ? null : reply.error);
  }

  #show(at: CostReport | null, fault: ErrorBody | null): void {
    [this.at, this.fault, this.waiting] = [at, fault, false];
  }
}
