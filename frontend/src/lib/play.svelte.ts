/** Which run is on screen, and how it got there: a stored example, an address, or Run. */
import type { ErrorBody, Example, ModelCard, Run, RunSpec } from "../protocol/wire";
import { changeOf, isWhole, specOf, writeField } from "./address/spec";
import { api as realApi, type Api } from "./api";
import { EMPTY_RUN, fold, isFinal, type RunState } from "./fold";
import { changes, form, NOT_MEASURED, requestOf } from "./form.svelte";
import { Gaze } from "./gaze";
import { patience_ms } from "./progress";
import { route } from "./route.svelte";
import { session } from "./session.svelte";
import { follow as realFollow, type Connection, type Follow } from "./stream";
import type { Lang } from "./types";
import { standsAlone } from "./url";
import { difference, variants } from "./variants.svelte";

const CONNECTED: Connection = { state: "open" };
const NOT_THERE: ErrorBody = { code: "not_found", message: "Nothing is here.", field: null };
/** The address tells the settings, and the run is somebody else's or gone. */
const ELSEWHERE: ErrorBody = { code: "run_elsewhere", message: "The run of this address is not here. Run computes it again.", field: null };

export class Player {
  models = $state.raw<readonly ModelCard[]>([]);
  examples = $state.raw<readonly Example[]>([]);
  /** Why nothing could be started or shown; the field at fault stands in it. */
  problem = $state.raw<ErrorBody | null>(null);
  /** Run was pressed and the server has not answered. */
  starting = $state(false);
  /** What the page opens with is on its way. */
  opening = $state(true);
  connection = $state.raw<Connection>(CONNECTED);
  /** The run that goes on has told nothing for longer than it should. */
  quiet = $state(false);
  #silence: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | null = null;
  /** Of the runs beside A, by their ids. */
  #others = new Map<string, () => void>();
  /** The run that the page shows for its address; null: the stored example of the language. */
  #shown: string | null = null;
  #again: () => Promise<void> = () => Promise.resolve();
  #lang: Lang = "en";
  readonly #gaze = new Gaze();
  /** Cancel was pressed before the server had answered Run. */
  #unwanted = false;
  /** Counts openings, so that a late answer to an earlier one is dropped. */
  #turn = 0;

  constructor(
    private readonly api: Api = realApi,
    private readonly follow: Follow = realFollow,
  ) {}

  get isRunning(): boolean {
    return this.starting || variants.isRunning || (session.run !== null && !isFinal(session.run));
  }

  /** The spec of the run on screen. */
  get spec(): RunSpec | null {
    return variants.slots[variants.shown]?.ran ?? null;
  }

  model(name: string): ModelCard | undefined {
    return this.models.find((card) => card.name === name);
  }

  /** Fetches what the page needs and shows the run of the address, or the stored example of the language. */
  async open(lang: Lang): Promise<void> {
    this.problem = null;
    this.#lang = lang;
    this.#again = () => this.open(lang);
    const turn = ++this.#turn;
    const models = this.api.models();
    const examples = await this.api.examples();
    if (examples.ok) this.examples = examples.value;
    else this.problem = examples.error;
    if (turn === this.#turn) {
      if (route.run) await this.show(route.run);
      else await this.#showExample(lang);
    }
    this.opening = false;
    const cards = await models;
    if (cards.ok) this.models = cards.value;
    else this.problem = cards.error;
  }

  /** A model was trained, renamed or deleted: the picker knows it at once. */
  async fetchModels(): Promise<void> {
    const cards = await this.api.models();
    if (cards.ok) this.models = cards.value;
  }

  /** Shows a run by its id, from its first event on. */
  async show(id: string): Promise<void> {
    this.#shown = id;
    this.#again = () => this.show(id);
    const turn = ++this.#turn;
    const reply = await this.api.run(id);
    if (turn !== this.#turn) return;
    if (!reply.ok) {
      const told = isWhole(route.spec) && reply.error.code === "not_found" ? route.spec : null;
      this.problem = told ? ELSEWHERE : reply.error;
      if (told) this.#fill(id, specOf(told));
      return;
    }
    const example = this.examples.some((one) => one.run.id === id);
    this.#fill(id, reply.value.spec);
    await this.#display(reply.value, example);
  }

  /** A's settings from its run; those of the variant that is shown follow them. */
  #fill(id: string | null, spec: RunSpec): void {
    const { shown } = variants;
    if (shown > 0) variants.show(0);
    form.fill(id, spec, route.spec, (name, of) => !standsAlone(writeField(name, of[name])));
    route.isPending = false;
    variants.show(shown);
  }

  async showExampleRun(run: Run): Promise<void> {
    this.#turn++;
    this.#shown = run.id;
    this.problem = null;
    variants.alone();
    [route.spec, route.isPending] = [null, false];
    form.spec = { ...form.spec, ...run.spec };
    form.editing = false;
    session.pinned = { ...session.pinned, layer: 0, head: 0, row: 0, query: null, key: null };
    route.showRun(run.id);
    await this.#display(run, true);
  }

  /** Runs what has changed: of several variants each one that would ask for something else than it ran. */
  async start(): Promise<void> {
    if (this.starting) return;
    const wanted = variants.specs.map((spec) => requestOf(spec, this.model(spec.model)));
    const changed = wanted.flatMap((spec, index) => (this.#isDue(index, spec) ? [index] : []));
    const due = changed.length > 0 ? changed : [variants.shown];
    for (const index of due) {
      const spec = wanted[index];
      if (!spec) continue;
      if (index === 0) await this.#startBase(spec);
      else await this.#startOther(index, spec);
    }
    this.#again = () => this.start();
  }

  #isDue(index: number, spec: RunSpec): boolean {
    const slot = variants.slots[index];
    const ended = slot?.state && isFinal(slot.state) && slot.state.status !== "finished";
    return !slot?.ran || !!ended || changes(spec, slot.ran).length > 0;
  }

  async #startOther(index: number, spec: RunSpec): Promise<void> {
    const before = variants.slots[index];
    const reply = await this.api.start(spec);
    if (!reply.ok) {
      this.problem = reply.error;
      variants.show(index);
      return;
    }
    if (before?.run && before.state && !isFinal(before.state) && this.#others.has(before.run)) void this.api.cancel(before.run);
    const { id, digest, spec: ran } = reply.value;
    variants.put(index, { run: id, ran });
    variants.keep(index, { ...EMPTY_RUN, run_id: id, digest });
    form.editing = false;
    this.#followOther(id);
    route.push();
  }

  /** Whichever variant shows this run by then. */
  #followOther(id: string): void {
    this.#others.get(id)?.();
    const stop = this.follow(id, {
      after: 0,
      onRun: (state) => {
        for (const [index, { run }] of variants.slots.entries()) if (index > 0 && run === id) variants.keep(index, state);
      },
      onConnection: () => undefined,
    });
    this.#others.set(id, stop);
  }

  /** Without A, the run of B is the one that the address names. */
  removeVariant(index: number): void {
    variants.remove(index);
    if (index === 0) {
      const run = variants.slots[0]?.run ?? null;
      this.#shown = run;
      route.run = run;
      if (run !== null) this.#stopBase(run);
    }
    route.push();
  }

  /** The stream of the old A gives way to that of its successor, which goes on as it is. */
  #stopBase(run: string): void {
    this.close();
    this.#turn++;
    this.#others.get(run)?.();
    this.#others.delete(run);
    const { state } = variants.slots[0] ?? {};
    session.isExample = this.examples.some((one) => one.run.id === run);
    if (state && !isFinal(state)) this.#stop = this.follow(run, { after: 0, onRun: (told) => this.#take(told), onConnection: (told) => this.#connected(told) });
  }

  /** Call in an effect: fetches the runs that the address names beside A. */
  followVariants(): void {
    if (this.opening) return;
    for (const [index, { run, ran }] of variants.slots.entries()) if (index > 0 && run && !ran) void this.#load(index, run);
    for (const [id, stop] of this.#others) {
      if (variants.slots.some(({ run }) => run === id)) continue;
      stop();
      this.#others.delete(id);
    }
  }

  async #load(index: number, id: string): Promise<void> {
    if (this.#others.has(id)) return;
    this.#others.set(id, () => undefined);
    const reply = await this.api.run(id);
    const slot = variants.slots[index];
    if (slot?.run !== id) return;
    if (!reply.ok) {
      this.problem = reply.error;
      return;
    }
    const [base] = variants.specs;
    const { spec } = reply.value;
    const change = slot.change ?? (base ? difference({ ...spec, ...NOT_MEASURED }, base) : {});
    variants.put(index, { ran: spec, change });
    if (index === variants.shown && base) form.spec = { ...base, ...change };
    variants.keep(index, { ...EMPTY_RUN, run_id: id, digest: reply.value.digest });
    if (!reply.value.is_example) {
      this.#followOther(id);
      return;
    }
    const events = await this.api.events(id);
    if (events.ok && variants.slots[index]?.run === id) variants.keep(index, fold(events.value));
  }

  /**
   * Asks the server for a run of the form. What is on screen stays until the answer is there. A run that still goes
   * on gives way to another one; the same once more is not asked for.
   */
  async #startBase(spec: RunSpec): Promise<void> {
    const card = this.model(spec.model);
    const slot = variants.slots[0];
    const goesOn = !!slot?.state && !isFinal(slot.state);
    if (goesOn && slot.ran && changes(spec, slot.ran).length === 0) {
      form.editing = false;
      return;
    }
    const before = goesOn ? route.run : null;
    this.problem = null;
    this.starting = true;
    this.#unwanted = false;
    const turn = ++this.#turn;
    const reply = await this.api.start(spec);
    this.starting = false;
    if (before !== null && reply.ok) void this.api.cancel(before);
    if (turn !== this.#turn) return;
    if (!reply.ok) {
      this.problem = reply.error;
      return;
    }
    form.editing = false;
    [route.spec, route.isPending] = [changeOf(reply.value.spec), false];
    // Where the run of the address is not here, the selection is what the address says.
    if (route.run === null || slot?.ran) this.#gaze.turnTo(reply.value.id, spec, card, slot?.ran ?? null);
    this.#shown = reply.value.id;
    route.showRun(reply.value.id);
    form.keep(reply.value.id, reply.value.spec);
    await this.#display(reply.value, false);
    if (this.#unwanted) await this.cancel();
  }

  /** The run of a variant gives way to one of the same settings that measured more, and is whole already. */
  adopt(index: number, run: Run, state: RunState): void {
    variants.put(index, { run: run.id, ran: run.spec });
    variants.keep(index, state);
    if (index > 0) {
      route.push();
      return;
    }
    this.close();
    this.#turn++;
    this.#shown = run.id;
    session.isExample = false;
    route.showRun(run.id);
  }

  async cancel(): Promise<void> {
    if (this.starting) {
      this.#unwanted = true;
      return;
    }
    for (const { run, state } of variants.slots.slice(1)) if (run && state && !isFinal(state)) void this.api.cancel(run);
    const run = variants.slots[0]?.state;
    if (!run || isFinal(run) || !route.run) return;
    this.problem = null;
    this.#again = () => this.cancel();
    const reply = await this.api.cancel(route.run);
    if (!reply.ok) this.problem = reply.error;
  }

  /** After no answer: what was asked for last, once more. */
  retry(): Promise<void> {
    this.problem = null;
    return this.#again();
  }

  /** Call in an effect: the back button and an edited address show their run. */
  followAddress(): void {
    const wanted = route.run;
    if (this.opening || wanted === this.#shown) return;
    this.problem = null;
    void (wanted === null ? this.#showExample(this.#lang) : this.show(wanted));
  }

  close(): void {
    clearTimeout(this.#silence);
    this.quiet = false;
    this.#stop?.();
    this.#stop = null;
  }

  async #showExample(lang: Lang): Promise<void> {
    const example = this.examples.find((one) => one.lang === lang) ?? this.examples[0];
    this.#shown = null;
    if (!example) return;
    this.#fill(null, example.run.spec);
    await this.#display(example.run, true);
  }

  async #display(run: Run, isExample: boolean): Promise<void> {
    this.close();
    const turn = this.#turn;
    variants.put(0, { run: run.id, ran: run.spec });
    this.connection = CONNECTED;
    this.#gaze.open(run.spec);
    if (!isExample) {
      session.isExample = false;
      this.#take({ ...EMPTY_RUN, run_id: run.id, digest: run.digest });
      this.#stop = this.follow(run.id, {
        after: 0,
        onRun: (state) => this.#take(state),
        onConnection: (connection) => this.#connected(connection),
      });
      return;
    }
    const reply = await this.api.events(run.id);
    if (turn !== this.#turn) return;
    session.isExample = true;
    if (reply.ok) this.#take(fold(reply.value));
    else this.problem = reply.error;
  }

  #take(run: RunState): void {
    this.#gaze.fit(run);
    variants.keep(0, run);
    this.#listen(run);
    this.#gaze.look(this.#shown, run);
  }

  #listen(run: RunState): void {
    clearTimeout(this.#silence);
    this.quiet = false;
    if (run.status === "running") this.#silence = setTimeout(() => (this.quiet = true), patience_ms(run));
  }

  /** A retry under way still counts as lost, so that the page does not flicker between the two. */
  #connected(connection: Connection): void {
    if (connection.state === "connecting" && this.connection.state === "lost") {
      this.connection = { ...this.connection, retry_at: 0 };
      return;
    }
    this.connection = connection;
    if (connection.state === "gone") this.problem = NOT_THERE;
  }
}

export const player = new Player();
