/** How the weight of the selected cell was made, asked of the server and kept for a while. */
import type { Cell } from "../protocol/wire";
import { api as realApi, type Api } from "./api";
import { session } from "./session.svelte";
import type { Selection } from "./types";

const KEPT = 200;
/** A pointer that only passes asks for nothing. */
const REST_MS = 80;

const nameOf = (run: string, { kind, layer, head, row, query, key }: Selection): string =>
  [run, kind, layer, head, row, query, key].join(" ");

export class Cells {
  #kept = $state.raw<ReadonlyMap<string, Cell>>(new Map());

  constructor(private readonly api: Pick<Api, "cell"> = realApi) {}

  /** Null: not here yet, or no cell is selected. */
  readonly current = $derived.by(() => (session.run ? (this.#kept.get(nameOf(session.run.run_id, session.selection)) ?? null) : null));

  /** Call in an effect: asks for the selected cell; gives a way to give it up. */
  fetch(): (() => void) | undefined {
    const run = session.run?.run_id;
    const at = session.selection;
    if (!run || at.query === null || at.key === null || this.current) return undefined;
    const { query, key } = at;
    let wanted = true;
    const timer = setTimeout(async () => {
      const reply = await this.api.cell({ run, ...at }, query, key);
      if (wanted && reply.ok) this.#keep(nameOf(run, at), reply.value);
    }, REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }

  #keep(name: string, cell: Cell): void {
    const all = new Map(this.#kept).set(name, cell);
    for (const oldest of all.keys()) {
      if (all.size <= KEPT) break;
      all.delete(oldest);
    }
    this.#kept = all;
  }
}

export const cells = new Cells();
