/** Saves one's own study by itself once a change rests, and tells how that stands. */
import type { ErrorBody } from "../../protocol/wire";
import type { Content } from "./conflict";

export type SaveState = { readonly name: "saved" | "waiting" | "saving" } | { readonly name: "not_saved"; readonly error: ErrorBody };

/** What a try came to; conflict: another revision is there, and somebody is asked. */
export type Tried = "saved" | "conflict" | ErrorBody;

const REST_MS = 1500;
const RETRY_MS = 5000;

export class Autosave {
  state = $state.raw<SaveState>({ name: "saved" });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #content: Content | null = null;

  constructor(
    private readonly save: (content: Content) => Promise<Tried>,
    private readonly rest_ms = REST_MS,
    private readonly retry_ms = RETRY_MS,
  ) {}

  /** Something has changed and is not saved: again, it is waited until it rests. */
  change(content: Content): void {
    this.#content = content;
    if (this.state.name === "saving") return;
    if (this.state.name === "saved") this.state = { name: "waiting" };
    this.#after(this.rest_ms);
  }

  /** Nothing is to be saved any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#content = null;
    if (this.state.name !== "saving") this.state = { name: "saved" };
  }

  /** At once: the server may be back. */
  async try(): Promise<void> {
    const content = this.#content;
    if (!content || this.state.name === "saving") return;
    clearTimeout(this.#timer);
    this.state = { name: "saving" };
    const tried = await this.save(content);
    if (tried !== "saved" && tried !== "conflict") {
      this.state = { name: "not_saved", error: tried };
      // What the server refuses once it refuses again, until it is changed.
      if (tried.code === "unreachable" || tried.code === "bad_reply") this.#after(this.retry_ms);
      return;
    }
    const changed = tried === "saved" && this.#content !== null && this.#content !== content;
    this.state = { name: changed ? "waiting" : "saved" };
    if (changed) this.#after(this.rest_ms);
    else this.#content = null;
  }

  #after(wait_ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.try(), wait_ms);
  }
}
