/** What the Head view draws: the map as shown, its margins and the row of the chosen query. */
import { untrack } from "svelte";
import { findHead, overviewOf } from "../../lib/heads";
import { hiddenOf, hide, hideRow, hidesAny } from "../../lib/hide";
import { type Margins, marginsOf } from "../../lib/margins";
import { now } from "../../lib/now.svelte";
import { paddingOf, spansOf } from "../../lib/pattern";
import { fetchMargins, type HeadAddress, marginsUrl } from "../../lib/remote";
import { session } from "../../lib/session.svelte";
import { HeadTiles, type Piece } from "../../lib/tiles";

export class Source {
  /** The head on view: hovering over a cell keeps it. */
  readonly head = $derived.by(() => {
    const { kind, row, layer, head } = session.selection;
    return session.run ? findHead(session.run, kind, row, layer, head) : undefined;
  });
  readonly queries = $derived(this.head?.event.queries ?? now.queries.length);
  readonly keys = $derived(this.head?.event.keys ?? now.keys.length);

  readonly #hideSpecial = $derived(session.settings.hideSpecial);
  readonly #hideFirst = $derived(session.settings.hideFirst);
  readonly #renormalise = $derived(session.settings.renormalise);
  readonly hidden = $derived(
    hiddenOf(now, { hideSpecial: this.#hideSpecial, hideFirst: this.#hideFirst, renormalise: false }),
  );
  readonly hidesAny = $derived(hidesAny(this.hidden));
  /** Renormalising alone gives back what a learned sink took. */
  readonly #changes = $derived(this.hidesAny || this.#renormalise);

  readonly padding = $derived({ queries: paddingOf(now.queries), keys: paddingOf(now.keys) });
  readonly hasPadding = $derived(this.padding.queries.length + this.padding.keys.length > 0);
  readonly hiddenBands = $derived({ queries: spansOf(this.hidden.queries), keys: spansOf(this.hidden.keys) });

  readonly #overview = $derived(this.head && overviewOf(this.head));
  /** Every cell of the map, or null when the overview holds blocks of them. */
  readonly whole = $derived(this.head?.event.block === 1 ? (this.#overview ?? null) : null);
  readonly shown = $derived(
    this.whole && (this.#changes ? hide(this.whole, this.hidden, this.#renormalise) : this.whole),
  );

  /** The map whole, or its overview: what is there at once. */
  readonly base = $derived.by((): Piece | null => {
    if (!this.head || !this.#overview) return null;
    const cells = { x: 0, y: 0, width: this.keys, height: this.queries };
    return { grid: this.shown ?? this.#overview, cells, side: this.head.event.block };
  });

  /** Where the server tells this head's numbers, hidden as they are here. */
  readonly address = $derived.by((): HeadAddress | null => {
    const run = session.run?.run_id;
    if (!this.head || !run) return null;
    const { kind, layer, row } = this.head.event;
    const hide = { hideSpecial: this.#hideSpecial, hideFirst: this.#hideFirst, renormalise: this.#renormalise };
    return { run, kind, layer, head: this.head.head, row, hide };
  });
  /** Changes only when another head, or the same one hidden otherwise, is on view. */
  readonly #name = $derived(this.address && !this.whole ? marginsUrl(this.address) : null);

  tiles = $state.raw<HeadTiles | null>(null);
  /** Counts arrivals, so that the map is drawn again. */
  arrivals = $state(0);
  #fetched = $state.raw<{ readonly name: string; readonly margins: Margins } | null>(null);

  readonly margins = $derived.by((): Margins | null => {
    if (this.whole && this.shown) return marginsOf(this.whole, this.shown, this.hidden);
    return this.#fetched?.name === this.#name ? (this.#fetched?.margins ?? null) : null;
  });

  /** The chosen query's weights as shown; null: none chosen, or not here yet. */
  readonly row = $derived.by(() => {
    const { query } = session.selection;
    if (query === null || !now.weights) return null;
    return this.#changes ? hideRow(now.weights, query, this.hidden, this.#renormalise) : now.weights;
  });

  isPadding(query: number, key: number): boolean {
    return now.queries[query]?.role === "padding" || now.keys[key]?.role === "padding";
  }

  /** Call in an effect: opens the tiles of a long map and fetches its margins; gives a way to stop. */
  open(): (() => void) | undefined {
    const name = this.#name;
    // The address is made anew with each event of a run; only its name says that another head is meant.
    const address = untrack(() => this.address);
    if (!name || !address) {
      this.tiles = null;
      return undefined;
    }
    const [queries, keys] = untrack(() => [this.queries, this.keys] as const);
    const tiles = new HeadTiles(address, queries, keys, () => this.arrivals++);
    this.tiles = tiles;
    const controller = new AbortController();
    // Without margins the map stands alone; the next head asks again.
    fetchMargins(name, controller.signal).then((margins) => (this.#fetched = { name, margins }), () => undefined);
    return () => {
      controller.abort();
      tiles.close();
    };
  }
}
