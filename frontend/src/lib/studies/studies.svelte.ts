/** The study on screen, and where the page stands among studies. */
import type { ErrorBody, Revision, Study, StudyState } from "../../protocol/wire";
import type { Reply } from "../api";
import { untrack } from "svelte";
import { nameOf } from "../compare/name";
import { changes, FIRST_SPEC, form } from "../form.svelte";
import { held } from "../held";
import { player } from "../play.svelte";
import { route } from "../route.svelte";
import { readAddress, writeAddress } from "../url";
import { variants } from "../variants.svelte";
import { where } from "../where";
import { studiesApi } from "./api";
import { Autosave, type Tried } from "./autosave.svelte";
import { differencesOf, type Conflict, type Content } from "./conflict";
import { addressOf, differs, placeOf, stateOf, type Place } from "./screen";
import { unsaved } from "./unsaved";

class Studies {
  place = $state.raw<Place>({ page: "run", study: null, token: null });
  /** Null: what is on screen is not saved. */
  current = $state.raw<Study | null>(null);
  problem = $state.raw<ErrorBody | null>(null);
  busy = $state(false);
  /** Another revision was stored in between; somebody is asked which one stays. */
  conflict = $state.raw<Conflict | null>(null);
  /** The earlier state on view, which nothing is saved of; null: the newest. */
  looked = $state.raw<Revision | null>(null);
  readonly autosave = new Autosave((content) => this.#autosave(content));
  /** The user did something since the study was opened: merely opening it saves nothing. */
  #touched = false;
  /** The last thing that was stored, or is being. */
  #last: Promise<unknown> = Promise.resolve();
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

  /** Call in an effect: what has changed of one's own study is saved once it rests, and kept in the browser until then. */
  followChanges(): void {
    const { current, isChanged, conflict, looked } = this;
    const mine = current?.role === "owner" && !conflict && !looked && this.#touched ? current : null;
    const state = mine && isChanged ? this.screen : null;
    untrack(() => {
      if (!mine || !state) {
        if (mine) unsaved.forget(mine.id);
        this.autosave.stop();
        return;
      }
      const { title, notes, tags, revision, id } = mine;
      const content = { title, notes, tags, state };
      unsaved.keep(id, { revision, at: Date.now(), content });
      this.autosave.change(content);
    });
  }

  /** A click or a key: what changes from now on is the user's doing. */
  touch(): void {
    this.#touched = true;
  }

  /** Reads the path, and brings back the study that it names before anything else is asked for. */
  async arrive(): Promise<void> {
    this.place = placeOf(location.pathname);
    const { study, token } = this.place;
    if (where !== "server") return this.#arriveFixed();
    if (study === null && token === null) {
      this.current = null;
      return;
    }
    const reply = await (token === null ? studiesApi.open(study ?? "") : studiesApi.openLink(token));
    if (!this.#told(reply)) return;
    this.#show(reply.value, location.search === "" && location.hash === "");
    this.#takeUp(reply.value);
  }

  /** In a file or a frame the run stands beside the address, which holds what is looked at. */
  async #arriveFixed(): Promise<void> {
    const begin = (run: string | null, hash: string): void => {
      if (run !== null) route.fix(run);
      history.replaceState(null, "", `#${hash}`);
    };
    const hash = location.hash.slice(1);
    if (held) return begin(held.run, hash || held.address);
    const reply = await studiesApi.embedded();
    if (!this.#told(reply)) return;
    const { state, runs } = reply.value;
    this.current = reply.value;
    const [search = "", words = ""] = addressOf({ state: { ...state, address: hash || state.address }, runs }).split("#");
    begin(readAddress(search, words).run, words);
  }

  /** Back and forward: the study of the path, if another one is on screen. */
  async follow(): Promise<void> {
    if (where !== "server") return;
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
    return (await this.#store({ title, notes, tags, state: this.screen }, false)) === "saved";
  }

  /** Of two revisions mine becomes the newest one; theirs stays in the history. */
  async keepMine(): Promise<void> {
    const { conflict, current } = this;
    if (!conflict || !current) return;
    this.current = { ...current, revision: conflict.theirs.revision };
    this.conflict = null;
    await this.#store(conflict.mine, false);
  }

  async takeTheirs(): Promise<void> {
    const { conflict } = this;
    if (!conflict) return;
    this.conflict = null;
    unsaved.forget(conflict.theirs.id);
    await this.go(`/studies/${conflict.theirs.id}`);
  }

  /** Mine becomes a study of its own; theirs stays as it is. */
  async saveApart(): Promise<void> {
    const { conflict } = this;
    if (!conflict) return;
    this.conflict = null;
    this.forget();
    if ((await this.#store(conflict.mine, false)) === "saved") unsaved.forget(conflict.theirs.id);
    else this.conflict = conflict;
  }

  /** One after another, so that no revision of one's own stands in the way. */
  #store(said: Content, autosave: boolean): Promise<Tried> {
    const turn = this.#last.then(() => this.#storeNow(said, autosave));
    this.#last = turn;
    return turn;
  }

  /** What the server said, after a conflict with both revisions at hand. */
  async #storeNow(said: Content, autosave: boolean): Promise<Tried> {
    const { current } = this;
    this.busy = true;
    const reply = await (current?.role === "owner"
      ? studiesApi.change(current.id, { ...said, revision: current.revision, autosave })
      : studiesApi.save(said));
    this.busy = false;
    if (reply.ok) {
      if (current) unsaved.forget(current.id);
      this.problem = null;
      this.#show(reply.value, false);
      return "saved";
    }
    if (reply.error.code === "conflict" && current && (await this.#meet(said, current, Date.now()))) return "conflict";
    if (!autosave) this.problem = reply.error;
    return reply.error;
  }

  #autosave(content: Content): Promise<Tried> {
    return this.#store(content, true);
  }

  /** Fetches the revision that stands in the way. */
  async #meet(mine: Content, { id, revision }: Study, at: number): Promise<boolean> {
    const theirs = await studiesApi.find(id);
    if (!theirs.ok) return false;
    [this.conflict, this.sheet] = [{ mine, revision, at, theirs: theirs.value }, false];
    return true;
  }

  /** What this browser could not save before it was closed. */
  #takeUp(study: Study): void {
    const kept = study.role === "owner" ? unsaved.read(study.id) : null;
    if (!kept || differencesOf(kept.content, study).length === 0) return;
    if (kept.revision !== study.revision) {
      this.conflict = { mine: kept.content, revision: kept.revision, at: kept.at, theirs: study };
      return;
    }
    this.#touched = true;
    this.#put({ state: kept.content.state, runs: study.runs });
  }

  /** Shows an earlier state; nothing is saved of it. */
  async look(number: number): Promise<void> {
    const { current } = this;
    if (!current) return;
    const reply = await studiesApi.revision(current.id, number);
    if (!this.#told(reply)) return;
    [this.looked, this.sheet] = [reply.value, false];
    const same = (letter: string): boolean => {
      const [then, now] = [reply.value, current].map(({ state }) => state.variants.find((one) => one.letter === letter)?.spec);
      return then !== undefined && now !== undefined && changes(then, now).length === 0;
    };
    this.#put({ state: reply.value.state, runs: current.runs.filter(({ letter }) => same(letter)) });
    dispatchEvent(new PopStateEvent("popstate"));
  }

  /** Back from an earlier state to the newest. */
  async lookAway(): Promise<void> {
    const { current } = this;
    if (current) await this.go(`/studies/${current.id}`);
  }

  #put(study: Pick<Study, "state" | "runs">): void {
    const words = addressOf(study);
    history.replaceState(null, "", `${location.pathname}${words === "?" ? "" : words}`);
  }

  /** An earlier state becomes the newest one, and is shown as it was left. */
  async restore(number: number): Promise<void> {
    await this.#last;
    const { current } = this;
    if (!current) return;
    this.busy = true;
    const reply = await studiesApi.restore(current.id, number, current.revision);
    this.busy = false;
    if (!this.#told(reply)) return;
    unsaved.forget(current.id);
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
    [this.current, this.problem, this.looked] = [null, null, null];
  }

  /** The study as the server has it by now; what is on screen stays. */
  keep(study: Study): void {
    this.current = study;
  }

  #show(study: Study, asLeft: boolean): void {
    [this.current, this.looked] = [study, null];
    if (asLeft) this.#touched = false;
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
