/** What can be trained, what is asked for, and the training on view. */
import type { ErrorBody, LabSpec, Price, Training, TrainingChoices, TrainingOrder, TrainSpec } from "../../protocol/wire";
import { player } from "../play.svelte";
import { route } from "../route.svelte";
import type { Connection, Follow } from "../stream";
import type { Kind } from "../types";
import { trainApi, type TrainApi } from "./api";
import { followTraining } from "./follow";
import { bounds, fits, fitsTask } from "./fits";
import { EMPTY_TRAINING, isOver, type TrainingState } from "./fold";

/** A number that is still typed asks for no price. */
const REST_MS = 250;

export interface Draft {
  readonly name: string;
  readonly spec: TrainSpec;
  readonly minutes: number | null;
}

export class Trainer {
  choices = $state.raw<TrainingChoices | null>(null);
  list = $state.raw<readonly Training[]>([]);
  draft = $state.raw<Draft | null>(null);
  /** The look on view, counted from the first; null: the newest. */
  step = $state<number | null>(null);
  attention = $state<Kind | null>(null);
  /** What the form begins with. */
  #first: Draft | null = null;
  /** What the address asks for, until it is known what can be trained. */
  #told: Draft | null = null;
  price = $state.raw<Price | null>(null);
  /** Why what is asked for cannot be trained. */
  fault = $state.raw<ErrorBody | null>(null);
  /** Why something else did not work. */
  problem = $state.raw<ErrorBody | null>(null);
  /** Start was pressed and the server has not answered. */
  starting = $state(false);
  state = $state.raw<TrainingState>(EMPTY_TRAINING);
  connection = $state.raw<Connection>({ state: "open" });
  #stop: (() => void) | null = null;
  #shown: string | null = null;
  #turn = 0;
  #opened = false;

  constructor(
    private readonly api: TrainApi = trainApi,
    private readonly follow: Follow<TrainingState> = followTraining,
  ) {}

  /** The training on view. */
  get one(): Training | undefined {
    return this.list.find(({ id }) => id === route.training);
  }

  get isRunning(): boolean {
    return route.training !== null && !isOver(this.state);
  }

  /** Fetches what the form is made of and the list; call it when the view opens. */
  async open(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    const [choices, list] = await Promise.all([this.api.choices(), this.api.list()]);
    if (choices.ok) {
      this.choices = choices.value;
      this.take(choices.value.lessons[0]?.name ?? "");
      this.#first = this.draft;
      this.fill(this.#told);
    } else {
      this.problem = choices.error;
      this.#opened = false;
    }
    if (list.ok) this.list = list.value;
  }

  retry(): void {
    this.problem = null;
    void this.open();
  }

  /** Fills the form with a lesson. */
  take(name: string): void {
    const lesson = this.choices?.lessons.find((one) => one.name === name);
    if (lesson) this.draft = { name: this.#unused(lesson.name), spec: lesson.spec, minutes: null };
  }

  /** The form, where it is no longer what it began with. */
  get typed(): Draft | null {
    const { draft } = this;
    if (draft === null) return this.#told;
    return draft === this.#first || JSON.stringify(draft) === JSON.stringify(this.#first) ? null : draft;
  }

  /** Fills the form with what an address tells; what it leaves out, and null, is as in the beginning. */
  fill(told: Draft | null): void {
    this.#told = told;
    const first = this.#first;
    if (first === null) return;
    const [{ spec }, before] = [told ?? first, first.spec];
    this.draft = told === null ? first : { ...told, spec: { ...before, ...spec, model: { ...before.model, ...spec.model }, task: { ...before.task, ...spec.task } } };
  }

  /** Fills the form with what a training asked for. */
  async reuse({ id, name }: Training): Promise<void> {
    const whole = await this.api.one(id);
    if (!whole.ok) this.problem = whole.error;
    else this.draft = { name: this.#unused(name), spec: whole.value.order.spec, minutes: whole.value.order.minutes };
  }

  set(change: Partial<TrainSpec>): void {
    if (this.draft) this.draft = { ...this.draft, spec: { ...this.draft.spec, ...change } };
  }

  setModel(change: Partial<LabSpec>): void {
    if (this.draft) this.set({ model: { ...this.draft.spec.model, ...change } });
  }

  /** Call in an effect: what is asked for is priced, or refused, once it rests. */
  ask(): () => void {
    const { draft, choices } = this;
    if (!draft || !choices) return () => undefined;
    const turn = ++this.#turn;
    const misfit = bounds(choices, draft.spec, draft.minutes) ?? fits(draft.spec.model) ?? fitsTask(draft.spec, choices.tasks);
    if (misfit) {
      this.price = null;
      this.fault = misfit;
      return () => undefined;
    }
    const order: TrainingOrder = { spec: draft.spec, minutes: draft.minutes };
    const timer = setTimeout(async () => {
      const reply = await this.api.price(order);
      if (turn !== this.#turn) return;
      this.price = reply.ok ? reply.value : null;
      this.fault = reply.ok ? null : reply.error;
    }, REST_MS);
    return () => clearTimeout(timer);
  }

  async start(): Promise<void> {
    const { draft } = this;
    if (!draft || this.starting) return;
    this.starting = true;
    this.problem = null;
    const reply = await this.api.start({ spec: draft.spec, minutes: draft.minutes, name: draft.name.trim() || draft.spec.task.name });
    this.starting = false;
    if (!reply.ok) {
      this.fault = reply.error;
      return;
    }
    this.list = [reply.value, ...this.list];
    this.draft = { ...draft, name: this.#unused(draft.name) };
    route.showTraining(reply.value.id);
  }

  async cancel(): Promise<void> {
    const { one } = this;
    if (one) this.#changed(await this.api.cancel(one.id));
  }

  async rename(id: string, name: string): Promise<void> {
    if (name.trim()) this.#changed(await this.api.rename(id, name.trim().slice(0, 100)));
    void this.#models();
  }

  async remove(id: string): Promise<void> {
    const reply = await this.api.remove(id);
    if (!reply.ok) {
      this.problem = reply.error;
      return;
    }
    this.list = this.list.filter((one) => one.id !== id);
    if (route.training === id) route.showTraining(null);
    void this.#models();
  }

  /** Call in an effect: shows the training of the address from its first event on. */
  followAddress(): void {
    const wanted = route.training;
    if (wanted === this.#shown) return;
    this.#stop?.();
    this.#stop = null;
    // The first one is looked at as the address says.
    if (this.#shown !== null) [this.step, this.attention] = [null, null];
    this.#shown = wanted;
    this.state = EMPTY_TRAINING;
    this.problem = null;
    if (wanted === null) return;
    this.#stop = this.follow(wanted, {
      after: 0,
      onRun: (state) => {
        const ended = isOver(state) && !isOver(this.state);
        this.state = state;
        if (ended) void this.#ended(wanted);
      },
      onConnection: (connection) => {
        this.connection = connection;
        if (connection.state === "gone") this.problem = { code: "not_found", message: "Nothing is here.", field: null };
      },
    });
  }

  async #ended(id: string): Promise<void> {
    const reply = await this.api.one(id);
    if (reply.ok) this.#put(reply.value);
    await this.#models();
  }

  #changed(reply: Awaited<ReturnType<TrainApi["cancel"]>>): void {
    if (reply.ok) this.#put(reply.value);
    else this.problem = reply.error;
  }

  #put(training: Training): void {
    const known = this.list.some(({ id }) => id === training.id);
    this.list = known ? this.list.map((one) => (one.id === training.id ? training : one)) : [training, ...this.list];
  }

  /** A new model, a new name or one less is in the picker at once. */
  #models(): Promise<void> {
    return player.fetchModels();
  }

  /** copy, copy 2, copy 3, … */
  #unused(name: string): string {
    const bare = name.replace(/ \d+$/, "");
    const taken = new Set(this.list.map((one) => one.name));
    let free = bare;
    for (let n = 2; taken.has(free); n++) free = `${bare} ${n}`;
    return free;
  }
}

export const trainer = new Trainer();
