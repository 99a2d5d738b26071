/** The study on screen, and where the page stands among studies. */
import type { ErrorBody, Study, StudyState } from "../../protocol/wire";
import type { Reply } from "../api";
import { nameOf } from "../compare/name";
import { FIRST_SPEC, form } from "../form.svelte";
import { player } from "../play.svelte";
import { route } from "../route.svelte";
import { writeAddress } from "../url";
import { variants } from "../variants.svelte";
import { studiesApi } from "./api";
import { addressOf, differs, placeOf, stateOf, type Place } from "./screen";

class Studies {
  place = $state.raw<Place>({ page: "run", study: null, token: null });
  /** Null: what is on screen is not saved. */
  current = $state.raw<Study | null>(null);
  problem = $state.raw<ErrorBody | null>(null);
  busy = $state(false);
  /** The sheet that saves and shares is open. */
  sheet = $state(false);
  account = $state(false);

  get isGuest(): boolean {
    return this.current !== null && this.current.role !== "owner";
  }

  /** Of what is on screen; the names say in what the variants differ. */
  get screen(): StudyState {
    const specs = variants.specs;
    const names = specs.map((spec) => nameOf(spec, variants.differing, (name) => player.model(name)));
    return stateOf(writeAddress(route.address).split("#")[1] ?? "", specs, names);
  }

  /** Something on screen has been changed since it was saved. */
  get isChanged(): boolean {
    return this.current !== null && differs(this.current.state, this.screen);
  }

  /** Reads the path, and brings back the study that it names before anything else is asked for. */
  async arrive(): Promise<void> {
    this.place = placeOf(location.pathname);
    const { study, token } = this.place;
    if (study === null && token === null) {
      this.current = null;
      return;
    }
    const reply = await (token === null ? studiesApi.open(study ?? "") : studiesApi.openLink(token));
    if (this.#told(reply)) this.#show(reply.value, location.search === "" && location.hash === "");
  }

  /** Back and forward: the study of the path, if another one is on screen. */
  async follow(): Promise<void> {
    const place = placeOf(location.pathname);
    const same = place.token === this.place.token && (place.study ?? "") === (this.current?.role === "owner" ? this.current.id : "");
    this.place = place;
    if (place.page === "list" || same) return;
    await this.arrive();
    dispatchEvent(new PopStateEvent("popstate"));
  }

  /** Goes to another path of the page; the back button returns. */
  async go(path: string): Promise<void> {
    history.pushState(null, "", path);
    this.problem = null;
    await this.arrive();
    dispatchEvent(new PopStateEvent("popstate"));
  }

  /** Leaves the list for what was on screen before. */
  back(): void {
    const { current } = this;
    const path = current === null ? "/" : current.role === "owner" ? `/studies/${current.id}` : location.pathname;
    history.pushState(null, "", `${path}${location.search}${location.hash}`);
    this.place = placeOf(location.pathname);
  }

  list(): void {
    history.pushState(null, "", `/studies${location.search}${location.hash}`);
    this.place = placeOf(location.pathname);
  }

  /** Keeps what is on screen, as a new study or as the next revision of this one. */
  async save(title: string, notes: string, tags: readonly string[]): Promise<boolean> {
    const said = { title, notes, tags, state: this.screen };
    const { current } = this;
    this.busy = true;
    const reply = await (current?.role === "owner"
      ? studiesApi.change(current.id, { ...said, revision: current.revision, autosave: false })
      : studiesApi.save(said));
    this.busy = false;
    if (!this.#told(reply)) return false;
    this.#show(reply.value, false);
    return true;
  }

  /** An earlier state becomes the newest one, and is shown as it was left. */
  async restore(number: number): Promise<void> {
    const { current } = this;
    if (!current) return;
    this.busy = true;
    const reply = await studiesApi.restore(current.id, number, current.revision);
    this.busy = false;
    if (!this.#told(reply)) return;
    this.sheet = false;
    await this.go(`/studies/${current.id}`);
  }

  /** A study of one's own with the same content. */
  async copy(): Promise<void> {
    if (!this.current) return;
    this.busy = true;
    const reply = await studiesApi.copy(this.current.id);
    this.busy = false;
    if (this.#told(reply)) await this.go(`/studies/${reply.value.id}`);
  }

  /** What is on screen stays, and is no study any more. */
  close(): void {
    this.forget();
    this.place = placeOf("/");
    history.pushState(null, "", `/${location.search}${location.hash}`);
  }

  forget(): void {
    [this.current, this.problem] = [null, null];
  }

  /** The study as the server has it by now; what is on screen stays. */
  keep(study: Study): void {
    this.current = study;
  }

  #show(study: Study, asLeft: boolean): void {
    this.current = study;
    const path = study.role === "owner" ? `/studies/${study.id}` : location.pathname;
    if (asLeft) this.#fill(study);
    const words = asLeft ? addressOf(study) : `${location.search}${location.hash}`;
    history.replaceState(null, "", `${path}${words === "?" ? "" : words}`);
    this.place = placeOf(location.pathname);
  }

  /** Settings of A that are too long for any address, where it was never run; a run brings its own. */
  #fill({ state, runs }: Study): void {
    const [base] = state.variants;
    if (!base || runs.some(({ letter, run }) => letter === base.letter && run !== null)) return;
    form.keep(null, FIRST_SPEC, base.spec);
  }

  #told<T>(reply: Reply<T>): reply is { readonly ok: true; readonly value: T } {
    this.problem = reply.ok ? null : reply.error;
    return reply.ok;
  }
}

export const studies = new Studies();
