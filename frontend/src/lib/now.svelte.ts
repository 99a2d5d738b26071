/** What the selection stands for in the run on screen: tokens, the head's map and the query's weights. */
import { axisLabels } from "./labels";
import { numbersOf } from "./float16";
import { findHead, overviewOf } from "./heads";
import { rowOf } from "./grid";
import { fetchArray as realFetch, rowUrl } from "./remote";
import { session } from "./session.svelte";
import { sidesOf } from "./sides";
import { where } from "./where";

/** Rows fetched lately, by address. */
const KEPT_ROWS = 64;
/** A pointer that only passes asks for nothing. */
const REST_MS = 60;

const SHOWN = { hideSpecial: false, hideFirst: false, renormalise: false };

export class Now {
  #rows = $state.raw<ReadonlyMap<string, Float32Array>>(new Map());

  constructor(private readonly fetchArray: typeof realFetch = realFetch) {}

  readonly #sides = $derived(sidesOf(session.run?.tokens ?? null, session.selection.kind, session.selection.row));
  /** Tokens that ask, and tokens that are looked at: the same list unless the map is of cross-attention. */
  readonly queries = $derived(this.#sides.queries);
  readonly keys = $derived(this.#sides.keys);
  readonly isCross = $derived(this.queries !== this.keys);
  readonly queryLabels = $derived(axisLabels(this.queries));
  readonly keyLabels = $derived(this.isCross ? axisLabels(this.keys) : this.queryLabels);
  readonly model = $derived(session.run?.tokens?.model ?? null);

  readonly head = $derived.by(() => {
    const { kind, row, layer, head } = session.selection;
    return session.run ? findHead(session.run, kind, row, layer, head) : undefined;
  });

  /** The address of the exact row; null: no query is chosen, or its head is not here. */
  readonly rowAddress = $derived.by(() => {
    const { query, ...head } = session.selection;
    const run = session.run;
    if (!run || query === null || !this.head) return null;
    return rowUrl({ run: run.run_id, kind: head.kind, layer: head.layer, head: head.head, row: head.row, hide: SHOWN }, query);
  });

  /** Weights of the chosen query on every key, NaN where masked; null: no query, or not here yet. */
  readonly weights = $derived.by(() => {
    const { query } = session.selection;
    if (query === null || !this.head || this.rowAddress === null) return null;
    const exact = this.#rows.get(this.rowAddress);
    if (exact) return exact;
    // A map in full is right to three digits, which tells most until the row is there. A file has the row or never will.
    return this.head.event.block === 1 && where !== "file" ? rowOf(overviewOf(this.head), query) : null;
  });

  queryLabel(query: number): string {
    return this.queryLabels[query] ?? "";
  }

  keyLabel(key: number): string {
    return this.keyLabels[key] ?? "";
  }

  /** Call in an effect: fetches the exact row of the selection; gives a way to give it up. */
  fetchRow(): (() => void) | undefined {
    const url = this.rowAddress;
    if (url === null || this.#rows.has(url)) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // A row that does not come leaves its place empty; the next selection asks again.
      this.fetchArray(url, controller.signal).then((array) => this.#keep(url, numbersOf(array)), () => undefined);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  #keep(url: string, weights: Float32Array): void {
    const rows = new Map(this.#rows).set(url, weights);
    for (const oldest of rows.keys()) {
      if (rows.size <= KEPT_ROWS) break;
      rows.delete(oldest);
    }
    this.#rows = rows;
  }
}

export const now = new Now();
