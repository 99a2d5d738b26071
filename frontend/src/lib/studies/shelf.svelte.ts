/** The list of studies: which of them are asked for, and as many as were fetched so far. */
import type { ErrorBody, ListedStudy, Study, StudyList } from "../../protocol/wire";
import type { Reply } from "../api";
import { studiesApi } from "./api";

export const SHELVES = ["mine", "gallery", "deleted"] as const;
export type ShelfName = (typeof SHELVES)[number];

export class Shelf {
  search = $state("");
  name = $state<ShelfName>("mine");
  /** Null: of every tag. */
  tag = $state<string | null>(null);
  /** Null: nothing was answered yet. */
  studies = $state.raw<readonly ListedStudy[] | null>(null);
  total = $state(0);
  tags = $state.raw<readonly string[]>([]);
  problem = $state.raw<ErrorBody | null>(null);
  /** The one that was deleted last, to be brought back at a click. */
  gone = $state.raw<ListedStudy | null>(null);
  #turn = 0;

  constructor(private readonly api: Pick<typeof studiesApi, "list" | "gallery" | "remove" | "undelete" | "copy" | "read" | "change"> = studiesApi) {}

  /** Whether there are more than were fetched. */
  get more(): boolean {
    return this.studies !== null && this.studies.length < this.total;
  }

  choose(name: ShelfName): void {
    [this.name, this.tag] = [name, null];
  }

  /** From the first on, as many as are on view or as are said. What is on view stays until the answer is there. */
  async fetch(wanted = this.studies?.length ?? 0): Promise<void> {
    const turn = ++this.#turn;
    let list: readonly ListedStudy[] = [];
    do {
      const reply = await this.#page(list.length);
      if (turn !== this.#turn) return;
      this.problem = reply.ok ? null : reply.error;
      if (!reply.ok) return;
      list = joined(list, reply.value.studies);
      [this.total, this.tags] = [reply.value.total, reply.value.tags ?? []];
      if (reply.value.studies.length === 0) break;
    } while (list.length < Math.min(wanted, this.total));
    this.studies = list;
  }

  async fetchMore(): Promise<void> {
    const turn = ++this.#turn;
    const reply = await this.#page(this.studies?.length ?? 0);
    if (turn !== this.#turn) return;
    this.problem = reply.ok ? null : reply.error;
    if (reply.ok) [this.studies, this.total] = [joined(this.studies ?? [], reply.value.studies), reply.value.total];
  }

  async remove(study: ListedStudy): Promise<boolean> {
    if ((await this.#after(this.api.remove(study.id))) === null) return false;
    this.gone = study;
    return true;
  }

  async bringBack({ id }: ListedStudy): Promise<void> {
    if ((await this.#after(this.api.undelete(id))) !== null && this.gone?.id === id) this.gone = null;
  }

  duplicate({ id }: ListedStudy): Promise<Study | null> {
    return this.#after(this.api.copy(id));
  }

  rename({ id, revision }: ListedStudy, title: string): Promise<Study | null> {
    return this.#after(this.api.change(id, { revision, title }));
  }

  take(file: unknown): Promise<Study | null> {
    return this.#after(this.api.read(file));
  }

  #page(skip: number): Promise<Reply<StudyList>> {
    const search = this.search.trim();
    if (this.name === "gallery") return this.api.gallery({ search, skip });
    return this.api.list({ search, skip, deleted: this.name === "deleted", ...(this.tag === null ? {} : { tag: this.tag }) });
  }

  async #after<T>(reply: Promise<Reply<T>>): Promise<T | null> {
    const got = await reply;
    if (got.ok) await this.fetch();
    else this.problem = got.error;
    return got.ok ? got.value : null;
  }
}

/** A study that moved in between is not told twice. */
const joined = (before: readonly ListedStudy[], next: readonly ListedStudy[]): readonly ListedStudy[] => [
  ...before, ...next.filter(({ id }) => !before.some((one) => one.id === id)),
];
