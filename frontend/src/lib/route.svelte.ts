/** Keeps the address and the state of the page the same, both ways. */
import { session } from "./session.svelte";
import { variants } from "./variants.svelte";
import { readAddress, writeAddress, type Address } from "./url";

class Route {
  view = $state("atlas");
  /** The run that the address names; null: the stored example. */
  run = $state<string | null>(null);
  /** A text typed and not run yet; null: the field shows the run's text. */
  draft = $state<string | null>(null);

  /** The training on view; null: none. */
  training = $state<string | null>(null);

  /** Shows another view; the back button returns to this one. */
  go(view: string): void {
    if (view === this.view) return;
    this.view = view;
    history.pushState(null, "", this.#words());
  }

  /** Another run is on screen; the back button returns to the one before. */
  showRun(run: string): void {
    if (run === this.run) return;
    this.run = run;
    history.pushState(null, "", this.#words());
  }

  /** Another training is on view; the back button returns to the one before. */
  showTraining(training: string | null): void {
    if (training === this.training) return;
    this.training = training;
    history.pushState(null, "", this.#words());
  }

  /** Something else is on view; the back button returns to what was. */
  push(): void {
    const words = this.#words();
    if (words !== (`${location.search}${location.hash}` || "?")) history.pushState(null, "", words);
  }

  /** Reads the address now and whenever the user goes back or edits it; gives a way to stop. */
  start(): () => void {
    const read = () => this.#take(readAddress(location.search, location.hash));
    read();
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
    return () => {
      removeEventListener("popstate", read);
      removeEventListener("hashchange", read);
    };
  }

  /** Writes the address in place; call it in an effect, which then follows all that the address holds. */
  write(): void {
    const words = this.#words();
    const now = `${location.search}${location.hash}` || "?";
    if (words !== now) history.replaceState(history.state, "", words === "?" ? location.pathname : words);
  }

  /** What the address says of all that is on screen. */
  get words(): string {
    return this.#words();
  }

  #words(): string {
    const { view, run, draft, training } = this;
    const compare = variants.comparing ? variants.layout : null;
    const others = { variants: variants.written, shown: variants.shown, compare };
    return writeAddress({ view, run, draft, training, ...others, selection: session.pinned, settings: session.settings });
  }

  #take(address: Address): void {
    this.view = address.view;
    this.run = address.run;
    this.draft = address.draft;
    this.training = address.training;
    session.pinned = address.selection;
    session.settings = address.settings;
    variants.take(address.variants, address.shown);
    variants.comparing = address.compare !== null && variants.count > 1;
    if (address.compare) variants.layout = address.compare;
  }
}

export const route = new Route();
