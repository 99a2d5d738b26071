/** A run, or a training, as it happens: events over a WebSocket, folded at most once a frame, resumed after the last one heard. */
import { decode } from "@msgpack/msgpack";
import type { RunEvent } from "../protocol/wire";
import { apply, EMPTY_RUN, isFinal, type RunState } from "./fold";
import { host as ours, type Host, type Socket } from "./host";

export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  /** `retry_at` is on the clock of Date.now(); `retry` does not wait for it. */
  | { readonly state: "lost"; readonly retry_at: number; readonly retry: () => void }
  /** The run is over and all of it is here. */
  | { readonly state: "ended" }
  /** The server knows no such run for this reader. */
  | { readonly state: "gone" };

export interface FollowOptions<State = RunState> {
  /** Only events after this one are asked for; they are folded onto `from`. */
  readonly after: number;
  readonly from?: State;
  readonly onRun: (run: State) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** Gives a way to stop. */
export type Follow<State = RunState> = (run: string, options: FollowOptions<State>) => () => void;

/** What is followed: where its socket is, what it says, and the state that follows from it. */
export interface Subject<State, Event> {
  readonly path: (id: string) => string;
  readonly empty: State;
  readonly apply: (state: State, event: Event) => State;
  readonly isFinal: (state: State) => boolean;
  readonly isEvent: (value: unknown) => value is Event;
}

const NOT_THERE = new Set([4401, 4404]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** A socket that opens no sooner, or says nothing for as long while the run is not over, is taken for dead. */
const OPENING_MS = 8_000;
const QUIET_MS = 20_000;

/** Doubles with each failure; up to half of it is chance, so that many pages do not come back at once. */
export const waitBefore = (failures: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + 0.5 * random);

const TYPES: Readonly<Record<RunEvent["type"], true>> = {
  "run.queued": true, "queue.position": true, "run.started": true, "run.stage": true, "run.tokens": true, "run.heads": true,
  "run.layer": true, "run.next_token": true, "run.sentences": true, "run.written": true, "run.filled": true, "run.shuffled": true, "run.leaks": true,
  "run.parts": true, "run.cache": true, "run.kernels": true, "run.prefill": true,
  "run.finished": true, "run.failed": true, "run.crashed": true, "run.cancelled": true,
};

/** An event of a type that this page does not know yet is not one. */
export const isOf =
  <Event>(types: Readonly<Record<string, true>>) =>
  (value: unknown): value is Event =>
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && Object.hasOwn(types, value.type);

const RUNS: Subject<RunState, RunEvent> = {
  path: (id) => `/ws/runs/${encodeURIComponent(id)}`, empty: EMPTY_RUN, apply, isFinal, isEvent: isOf<RunEvent>(TYPES),
};

const seqOf = (value: unknown): number =>
  typeof value === "object" && value !== null && "seq" in value && typeof value.seq === "number" ? value.seq : 0;

class Stream<State, Event extends { readonly seq: number }> {
  #run: State;
  /** Last number heard, folded or not. */
  #heard: number;
  /** The event after which a number was missing last. */
  #gap = -1;
  #waiting: Event[] = [];
  #framed = false;
  #failures = 0;
  #socket: Socket | null = null;
  #cancel: (() => void) | null = null;
  #unwatch: (() => void) | null = null;
  #over = false;

  constructor(
    private readonly subject: Subject<State, Event>,
    private readonly id: string,
    private readonly options: FollowOptions<State>,
    private readonly host: Host<Event>,
  ) {
    this.#run = options.from ?? subject.empty;
    this.#heard = options.after;
    this.#connect();
  }

  stop = (): void => {
    this.#over = true;
    this.#cancel?.();
    this.#drop();
  };

  #connect = (): void => {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#over) return;
    this.options.onConnection({ state: "connecting" });
    const current = (): boolean => socket === this.#socket;
    const socket = this.host.socket(`${this.subject.path(this.id)}?after=${this.#heard}`, {
      opened: () => {
        if (!current()) return;
        this.#watch(QUIET_MS);
        this.options.onConnection({ state: "open" });
      },
      received: (data) => {
        if (!current() || !(data instanceof ArrayBuffer)) return;
        this.#failures = 0;
        this.#watch(QUIET_MS);
        this.#hear(decode(new Uint8Array(data)));
      },
      closed: (code) => current() && this.#closed(code),
    });
    this.#socket = socket;
    this.#watch(OPENING_MS);
  };

  /** The events so far stay; the next socket goes on after them. */
  #watch(ms: number): void {
    this.#unwatch?.();
    this.#unwatch = this.host.later(() => {
      this.#drop();
      this.#closed(1006);
    }, ms);
  }

  #hear(value: unknown): void {
    const seq = seqOf(value);
    if (seq > this.#heard + 1) {
      // Something between was lost: hear it again rather than guess. The same gap twice is a fault of its own.
      this.#drop();
      const repeated = this.#gap === this.#heard;
      this.#gap = this.#heard;
      if (repeated) this.#closed(1006);
      else this.#connect();
      return;
    }
    if (seq > 0 && seq <= this.#heard) return;
    this.#heard = Math.max(this.#heard, seq);
    if (this.subject.isEvent(value)) this.#waiting.push(value);
    if (this.#framed || this.#waiting.length === 0) return;
    this.#framed = true;
    this.host.frame(this.#flush);
  }

  #flush = (): void => {
    this.#framed = false;
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length === 0 || this.#over) return;
    for (const event of events) this.#run = this.subject.apply(this.#run, event);
    this.options.onRun(this.#run);
    if (this.subject.isFinal(this.#run)) this.#finish();
  };

  #finish(): void {
    if (this.#over) return;
    this.stop();
    this.options.onConnection({ state: "ended" });
  }

  #drop(): void {
    this.#unwatch?.();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#unwatch?.();
    this.#flushNow();
    if (this.#over) return;
    if (NOT_THERE.has(code)) {
      this.#over = true;
      this.options.onConnection({ state: "gone" });
      return;
    }
    const wait = waitBefore(this.#failures++, this.host.random());
    this.options.onConnection({ state: "lost", retry_at: this.host.now() + wait, retry: this.#connect });
    this.#cancel = this.host.later(this.#connect, wait);
    // Where sockets are blocked, plain requests still bring the run to its end.
    void this.#ask();
  }

  #flushNow(): void {
    for (const event of this.#waiting) this.#run = this.subject.apply(this.#run, event);
    if (this.#waiting.length) this.options.onRun(this.#run);
    this.#waiting = [];
    if (this.subject.isFinal(this.#run)) this.#finish();
  }

  async #ask(): Promise<void> {
    const events = await this.host.events(this.id, this.#heard);
    if (this.#over) return;
    for (const event of events ?? []) if (event.seq === this.#heard + 1) this.#hear(event);
  }
}

export const followSubject =
  <State, Event extends { readonly seq: number }>(subject: Subject<State, Event>, host: Host<Event>): Follow<State> =>
  (id, options) =>
    new Stream(subject, id, options, host).stop;

export const followOn = (host: Host): Follow => followSubject(RUNS, host);

export const follow: Follow = followOn(ours);
