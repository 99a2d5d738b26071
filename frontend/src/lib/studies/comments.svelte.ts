/** The comments on the study on screen, kept up with those of others. */
import type { Comment, ErrorBody } from "../../protocol/wire";
import type { Reply } from "../api";
import { panels } from "../panels.svelte";
import { accountApi, commentsApi } from "./api";
import type { Place } from "./places";
import { studies } from "./studies.svelte";
import { countOf, threadsOf, type Thread } from "./threads";

/** How often it is asked whether there is something new: with the panel open, and without. */
const OPEN_MS = 4000;
const CLOSED_MS = 30_000;

/** The study or the right to read them is gone: asking again is of no use. */
const SHUT = ["not_found", "comments_off", "not_allowed"];

class Comments {
  all = $state.raw<readonly Comment[]>([]);
  /** Why they are not here, or not up to date. */
  problem = $state.raw<ErrorBody | null>(null);
  loading = $state(false);
  /** Those of others that came while the page was open. */
  fresh = $state(0);
  /** Whoever is here has to sign in before writing; null: not known yet. */
  needsAccount = $state<boolean | null>(null);

  #of: string | null = null;
  /** Counts what was changed here, so that an older answer does not undo it. */
  #changes = 0;

  /** The study whose comments may be read; null: none. */
  readonly study = $derived(studies.current?.comments ? studies.current.id : null);
  readonly threads = $derived(threadsOf(this.all));
  readonly open = $derived(this.threads.filter(({ root }) => !root.resolved));
  readonly resolved = $derived(this.threads.filter(({ root }) => root.resolved));
  readonly count = $derived(countOf(this.open));

  get isShut(): boolean {
    return this.problem !== null && SHUT.includes(this.problem.code);
  }

  /** Call in an effect: asks now, and again every few seconds while the page is looked at; gives a way to stop. */
  follow(): (() => void) | undefined {
    const { study } = this;
    if (study !== this.#of) this.#begin(study);
    if (study === null) return undefined;
    const every = panels.study ? OPEN_MS : CLOSED_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const ask = async () => {
      clearTimeout(timer);
      if (!document.hidden) await this.#load(study);
      if (wanted && !this.isShut) timer = setTimeout(() => void ask(), every);
    };
    const look = () => {
      if (!document.hidden) void ask();
    };
    void ask();
    document.addEventListener("visibilitychange", look);
    return () => {
      wanted = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Call in an effect: a guest writes under a name. */
  async whoWrites(): Promise<void> {
    if (this.study === null || !studies.isGuest) {
      this.needsAccount = false;
      return;
    }
    const reply = await accountApi.who();
    if (reply.ok) this.needsAccount = !reply.value.signed_in;
  }

  add(text: string, anchor: Place): Promise<ErrorBody | null> {
    return this.#send((study) => commentsApi.add(study, { text, anchor, reply_to: null }), (made) => [...this.all, made]);
  }

  reply({ root }: Thread, text: string): Promise<ErrorBody | null> {
    return this.#send((study) => commentsApi.add(study, { text, anchor: { type: "none" }, reply_to: root.id }), (made) => [...this.all, made]);
  }

  change({ id }: Comment, text: string): Promise<ErrorBody | null> {
    return this.#send((study) => commentsApi.change(study, id, text), this.#replaced);
  }

  moderate({ id }: Comment, said: { readonly hidden?: boolean; readonly resolved?: boolean }): Promise<ErrorBody | null> {
    return this.#send((study) => commentsApi.moderate(study, id, said), this.#replaced);
  }

  remove({ id }: Comment): Promise<ErrorBody | null> {
    const hasReplies = this.all.some(({ reply_to }) => reply_to === id);
    return this.#send(
      (study) => commentsApi.remove(study, id),
      () => this.all.flatMap((one) => (one.id !== id ? [one] : hasReplies ? [{ ...one, text: "", author: "", deleted: true }] : [])),
    );
  }

  readonly #replaced = (changed: Comment): readonly Comment[] => this.all.map((one) => (one.id === changed.id ? changed : one));

  async #send<T>(ask: (study: string) => Promise<Reply<T>>, take: (value: T) => readonly Comment[]): Promise<ErrorBody | null> {
    const { study } = this;
    if (study === null) return null;
    const reply = await ask(study);
    if (!reply.ok) return reply.error;
    if (study === this.#of) {
      this.#changes++;
      this.all = take(reply.value);
    }
    return null;
  }

  async #load(study: string): Promise<void> {
    const before = this.#changes;
    const reply = await commentsApi.list(study);
    if (study !== this.#of || before !== this.#changes) return;
    this.problem = reply.ok ? null : reply.error;
    if (this.isShut) this.all = [];
    if (reply.ok) {
      const known = new Set(this.all.map(({ id }) => id));
      if (!this.loading) this.fresh = reply.value.comments.filter(({ id, is_own }) => !is_own && !known.has(id)).length;
      this.all = reply.value.comments;
      this.loading = false;
    }
  }

  #begin(study: string | null): void {
    this.#of = study;
    [this.all, this.problem, this.loading, this.fresh, this.needsAccount] = [[], null, study !== null, 0, null];
  }
}

export const comments = new Comments();
