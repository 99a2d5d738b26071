/** The exact row of the chosen query in each variant. */
import { numbersOf } from "../float16";
import { rowOf } from "../grid";
import { findHead, overviewOf } from "../heads";
import { fetchArray, rowUrl } from "../remote";
import { session } from "../session.svelte";
import { variants } from "../variants.svelte";

const KEPT = 64;
const REST_MS = 80;
const SHOWN = { hideSpecial: false, hideFirst: false, renormalise: false };

class Rows {
  #kept = $state.raw<ReadonlyMap<string, Float32Array>>(new Map());

  #find(index: number) {
    const { kind, row, layer, head } = session.selection;
    const run = variants.slots[index]?.state;
    return run ? findHead(run, kind, row, layer, head) : undefined;
  }

  #address(index: number): string | null {
    const { query, kind, layer, head, row } = session.selection;
    const found = this.#find(index);
    if (query === null || !found || query >= found.event.queries) return null;
    return rowUrl({ run: variants.slots[index]?.state?.run_id ?? "", kind, layer, head, row, hide: SHOWN }, query);
  }

  /** NaN where masked; null: no query is chosen, or not here yet. */
  weightsOf(index: number): Float32Array | null {
    const { query } = session.selection;
    const [address, found] = [this.#address(index), this.#find(index)];
    if (query === null || address === null || !found) return null;
    return this.#kept.get(address) ?? (found.event.block === 1 ? rowOf(overviewOf(found), query) : null);
  }

  /** Call in an effect; gives a way to give it up. */
  fetch(): (() => void) | undefined {
    const wanted = variants.slots.flatMap((_, index) => {
      const address = this.#address(index);
      return address !== null && !this.#kept.has(address) ? [address] : [];
    });
    if (wanted.length === 0) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      for (const url of new Set(wanted)) {
        // A row that does not come leaves the half-precision one; the next selection asks again.
        fetchArray(url, controller.signal).then((array) => this.#keep(url, numbersOf(array)), () => undefined);
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  #keep(url: string, weights: Float32Array): void {
    const rows = new Map(this.#kept).set(url, weights);
    for (const oldest of rows.keys()) {
      if (rows.size <= KEPT) break;
      rows.delete(oldest);
    }
    this.#kept = rows;
  }
}

export const rows = new Rows();
