/** Keeps the address and the state of the page the same, both ways. */
import { drafts } from "./address/drafts.svelte";
import { FIRST_OPTIONS, type Options } from "./address/options";
import { isWhole, specOf, type Change } from "./address/spec";
import { session } from "./session.svelte";
import { variants } from "./variants.svelte";
import { brokenIn, draftsIn, readAddress, tooLong, writeAddress, type Address } from "./url";

/** The options of the views, wherever they live. */
interface OptionStore {
  readonly now: Options;
  take(options: Options): void;
}

class Route {
  view = $state("atlas");
  /** The run that the address names; null: the stored example. */
  run = $state<string | null>(null);
  /** The settings of A as the address tells them; null: those of its run. */
  spec = $state.raw<Change | null>(null);
  /** The settings that the address told are not in the form yet: its run is on the way. */
  isPending = $state(true);
  /** The run that is shown whatever the address says: in a file or a frame, whose address holds view and selection alone. */
  #fixed: string | null = null;

  /** The training on view; null: none. */
  training = $state<string | null>(null);
  /** Parts of the address that mean nothing and were left out, by their names. */
  broken = $state.raw<readonly string[]>([]);
  #options: OptionStore = { now: FIRST_OPTIONS, take: () => undefined };
  #arrived = false;

  /** Shows another view; the back button returns to this one. */
  go(view: string): void {
    if (view === this.view) return;
    this.view = view;
    history.pushState(null, "", this.words);
  }

  /** Another run is on screen; the back button returns to the one before. */
  showRun(run: string): void {
    if (run === this.run) return;
    this.run = run;
    history.pushState(null, "", this.words);
  }

  /** Another training is on view; the back button returns to the one before. */
  showTraining(training: string | null): void {
    if (training === this.training) return;
    this.training = training;
    history.pushState(null, "", this.words);
  }

  /** From now on this run is A's. */
  fix(run: string): void {
    [this.#fixed, this.run] = [run, run];
  }

  /** Something else is on view; the back button returns to what was. */
  push(): void {
    if (this.words !== now()) history.pushState(null, "", this.words);
  }

  /** Reads the address now and whenever the user goes back or edits it; gives a way to stop. */
  async start(options: OptionStore): Promise<() => void> {
    this.#options = options;
    const read = () => void this.read();
    await this.read();
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
    return () => {
      removeEventListener("popstate", read);
      removeEventListener("hashchange", read);
    };
  }

  /** Takes up what the address says; the drafts that it names are fetched first. */
  async read(): Promise<void> {
    const { search, hash } = location;
    const unknown = draftsIn(hash).filter((id) => !drafts.isKnown(id));
    if (unknown.length > 0) {
      await drafts.fetch(unknown);
      if (hash !== location.hash || search !== location.search) return;
    }
    // What the page itself wrote tells nothing new.
    if (this.#arrived && this.words === now()) return;
    this.broken = brokenIn(hash, drafts);
    this.#take(readAddress(search, hash, drafts));
  }

  /** Writes the address in place; call it in an effect, which then follows all that the address holds. */
  write(): void {
    const { words } = this;
    if (words !== now()) history.replaceState(history.state, "", words === "?" ? location.pathname : words);
  }

  /** Call in an effect: words too long for the address are kept by the server. Gives a way to stop. */
  keepDrafts(): (() => void) | undefined {
    return drafts.keep(tooLong(this.address));
  }

  /** All that is on screen. */
  get address(): Address {
    const { view, run, spec, training } = this;
    const compare = variants.comparing ? variants.layout : null;
    const others = { variants: variants.written, shown: variants.shown, compare };
    return { view, run, spec, training, ...others, selection: session.pinned, settings: session.settings, place: session.place, options: this.#options.now };
  }

  get words(): string {
    if (this.#fixed === null) return writeAddress(this.address, drafts);
    return `${location.search}${writeAddress({ ...this.address, run: null }).replace(/^\?$/, "")}` || "?";
  }

  #take(address: Address): void {
    const run = this.#fixed ?? address.run;
    const isSame = this.#arrived && run === this.run;
    this.#arrived = true;
    this.view = address.view;
    this.run = run;
    this.spec = address.spec;
    this.training = address.training;
    session.pinned = address.selection;
    session.settings = address.settings;
    session.place = address.place;
    this.#options.take(address.options);
    variants.take(address.variants, address.shown, isSame ? baseOf(address.spec) : null);
    // Where the run is not here yet, the form is filled when it is.
    if (!isSame) this.isPending = true;
    variants.comparing = address.compare !== null && variants.count > 1;
    if (address.compare) variants.layout = address.compare;
  }
}

const now = (): string => `${location.search}${location.hash}` || "?";

/** The settings of A for the run that is on screen; null: nothing is known of it. */
function baseOf(spec: Change | null) {
  const ran = variants.slots[0]?.ran;
  if (spec && isWhole(spec)) return specOf(spec);
  return ran ? { ...ran, ...spec } : null;
}

export const route = new Route();
