/** Words that are too long for an address, kept by the server: by their ids, and the ids by their words. */
import type { Draft } from "../../protocol/wire";
import { json, post, type Reply } from "../api";
import type { Drafts } from "../url";

export interface DraftApi {
  keep(text: string): Promise<Reply<Draft>>;
  find(id: string): Promise<Reply<Draft>>;
}

const draftApi: DraftApi = {
  keep: (text) => post("/api/drafts", { text }),
  find: (id) => json(`/api/drafts/${encodeURIComponent(id)}`),
};

/** A text that is still typed is not kept yet. */
const REST_MS = 1000;
/** Between tries while the server does not answer. */
const RETRY_MS = 5000;

export class KeptDrafts implements Drafts {
  #ids = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What the server does not take: too long even for a draft, or no text. */
  readonly #refused = new Set<string>();
  /** Ids that open nothing. */
  readonly #gone = new Set<string>();
  /** Some words are on no server yet. */
  waiting = $state(false);

  constructor(
    private readonly api: DraftApi = draftApi,
    private readonly rest_ms = REST_MS,
    private readonly retry_ms = RETRY_MS,
  ) {}

  readonly id = (words: string): string | null => this.#ids.get(words) ?? null;

  readonly words = (id: string): string | null => {
    for (const [words, known] of this.#ids) if (known === id) return words;
    return null;
  };

  isKnown(id: string): boolean {
    return this.#gone.has(id) || this.words(id) !== null;
  }

  /** Fetches what the ids name; those that open nothing stay unknown. */
  async fetch(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.filter((id) => !this.isKnown(id)).map(async (id) => {
      const reply = await this.api.find(id);
      if (reply.ok) this.#remember(reply.value.text, id);
      else if (reply.error.code !== "unreachable") this.#gone.add(id);
    }));
  }

  /** Call in an effect: keeps the words once they rest, and again until the server answers; gives a way to stop. */
  keep(all: readonly string[]): (() => void) | undefined {
    const wanted = all.filter((words) => !this.#ids.has(words) && !this.#refused.has(words));
    this.waiting = wanted.length > 0;
    if (!this.waiting) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const attempt = async (): Promise<void> => {
      const away = await this.#send(wanted);
      if (away && !stopped) timer = setTimeout(() => void attempt(), this.retry_ms);
    };
    timer = setTimeout(() => void attempt(), this.rest_ms);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }

  /** Whether the server was away. */
  async #send(wanted: readonly string[]): Promise<boolean> {
    for (const words of wanted) {
      const reply = await this.api.keep(words);
      if (reply.ok) this.#remember(words, reply.value.id);
      else if (reply.error.code === "unreachable") return true;
      else this.#refused.add(words);
    }
    this.waiting = false;
    return false;
  }

  #remember(words: string, id: string): void {
    this.#ids = new Map(this.#ids).set(words, id);
  }
}

export const drafts = new KeptDrafts();
