/** The settings as a list: A, and up to three others that differ from it in something. One of them is shown in the setup. */
import type { RunSpec } from "../protocol/wire";
import { isFinal, type RunState } from "./fold";
import { changes, form, NOT_MEASURED } from "./form.svelte";
import { session } from "./session.svelte";

export const LETTERS = ["A", "B", "C", "D"] as const;

/** How variants stand beside each other. */
export type Layout = "side" | "difference" | "both";
export const LAYOUTS: readonly Layout[] = ["side", "difference", "both"];

/** As a variant is written down: what is different from A, and the run that was made of it. */
export interface Written {
  /** Null: too long to be written; the run knows it. */
  readonly change: Partial<RunSpec> | null;
  readonly run: string | null;
}

export interface Slot extends Written {
  /** What the run on screen was asked for; null: nothing was run. */
  readonly ran: RunSpec | null;
  readonly state: RunState | null;
}

const EMPTY: Slot = { change: {}, run: null, ran: null, state: null };

const picked = (spec: RunSpec, names: readonly (keyof RunSpec)[]): Partial<RunSpec> =>
  Object.fromEntries(names.map((name) => [name, spec[name]]));

/** What of `spec` is not as in `base`. */
export const difference = (spec: RunSpec, base: RunSpec): Partial<RunSpec> => picked(spec, changes(spec, base));

export class Variants {
  /** The first is A, whose change is none. */
  slots = $state.raw<readonly Slot[]>([EMPTY]);
  shown = $state(0);
  comparing = $state(false);
  layout = $state<Layout>("both");

  get count(): number {
    return this.slots.length;
  }

  /** Several variants are on view at once. */
  get isCompared(): boolean {
    return this.comparing && this.count > 1;
  }

  /** What each variant would ask for. */
  readonly specs = $derived.by((): readonly RunSpec[] => {
    const base = form.base ?? form.spec;
    return this.slots.map(({ change }, index) => (index === this.shown ? form.spec : { ...base, ...change }));
  });

  /** Fields in which the variants do not all agree. */
  readonly differing = $derived.by((): readonly (keyof RunSpec)[] => {
    const [base, ...others] = this.specs;
    return base ? [...new Set(others.flatMap((spec) => changes(spec, base)))] : [];
  });

  /** What is on screen is a stored example: A is one, and A is shown. */
  get isExample(): boolean {
    return session.isExample && this.shown === 0;
  }

  get letter(): string {
    return LETTERS[this.shown] ?? "";
  }

  /** Shows another variant in the setup, and its run in the views. */
  show(index: number): void {
    if (index === this.shown || !this.slots[index]) return;
    const specs = this.specs;
    this.slots = this.#written();
    this.shown = index;
    form.textApart = false;
    form.base = index === 0 ? null : (specs[0] ?? null);
    form.spec = specs[index] ?? form.spec;
    this.#onScreen();
  }

  /** A copy of the one that is shown, shown in its place. */
  add(): void {
    const slot = this.slots[this.shown];
    if (!slot || this.count >= LETTERS.length) return;
    const slots = this.#written();
    this.slots = [...slots, { ...slot, change: slots[this.shown]?.change ?? {} }];
    this.show(this.count - 1);
  }

  /** The others stay as they are; without A, B becomes the base. */
  remove(index: number): void {
    if (this.count < 2 || !this.slots[index]) return;
    const specs = this.specs.filter((_, at) => at !== index);
    const base = specs[0];
    if (!base) return;
    this.slots = this.slots.filter((_, at) => at !== index).map((slot, at) => ({ ...slot, change: at === 0 ? {} : difference(specs[at] ?? base, base) }));
    this.shown = Math.min(this.shown > index ? this.shown - 1 : this.shown, this.count - 1);
    form.base = this.shown === 0 ? null : base;
    form.spec = specs[this.shown] ?? base;
    if (this.count < 2) this.comparing = false;
    this.#onScreen();
  }

  toggle(): void {
    if (this.count > 1) this.comparing = !this.comparing;
  }

  /** Notes something of one variant. What was measured beside its run is not held against its settings. */
  put(index: number, change: Partial<Slot>): void {
    const noted = change.ran ? { ...change, ran: { ...change.ran, ...NOT_MEASURED } } : change;
    this.slots = this.slots.map((slot, at) => (at === index ? { ...slot, ...noted } : slot));
  }

  /** The run of a variant has got on. */
  keep(index: number, state: RunState): void {
    this.put(index, { state });
    if (index === this.shown) session.run = state;
  }

  /** Another base is on screen: only it, with nothing beside it. */
  alone(): void {
    [this.slots, this.shown, this.comparing, form.base] = [this.slots.slice(0, 1), 0, false, null];
  }

  get isRunning(): boolean {
    return this.slots.some(({ state }) => state !== null && !isFinal(state));
  }

  /** Those beside A, to be written down. */
  get written(): readonly Written[] {
    return this.#written().slice(1);
  }

  /** Takes up what was written down; runs that are known already stay. `told`: other settings of A; null: they stay. */
  take(written: readonly Written[], shown: number, told: RunSpec | null = null): void {
    const base = told ?? this.specs[0] ?? form.spec;
    const [first = EMPTY] = this.slots;
    const others = written.map((one, at): Slot => {
      const known = this.slots[at + 1];
      const same = known !== undefined && known.run === one.run && one.run !== null;
      return { ...one, ran: same ? known.ran : null, state: same ? known.state : null };
    });
    this.slots = [{ ...first, change: {} }, ...others];
    this.shown = shown < this.count ? shown : 0;
    form.base = this.shown === 0 ? null : base;
    form.spec = { ...base, ...this.slots[this.shown]?.change };
    this.#onScreen();
  }

  #written(): readonly Slot[] {
    const base = this.specs[0];
    return this.slots.map((slot, at) => {
      if (at === 0 || at !== this.shown || !base) return slot;
      const change = difference(form.spec, base);
      // What its run alone knows is not known yet.
      return slot.change === null && Object.keys(change).length === 0 ? slot : { ...slot, change };
    });
  }

  #onScreen(): void {
    const state = this.slots[this.shown]?.state;
    if (state) session.run = state;
  }
}

export const variants = new Variants();
