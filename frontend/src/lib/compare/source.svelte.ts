/** What a variant's column draws: its head's map, whole or in tiles, and the same less A's. */
import type { Token } from "../../protocol/wire";
import { findHead, overviewOf } from "../heads";
import type { Grid } from "../grid";
import type { HideSettings } from "../hide";
import { axisLabels } from "../labels";
import { session } from "../session.svelte";
import { sidesOf } from "../sides";
import { HeadTiles, type Piece, type TileName } from "../tiles";
import { variants } from "../variants.svelte";
import { comparisons } from "./comparisons.svelte";
import { differenceFrom, differenceOf } from "./difference";
import { differenceUrl, fetchDifference, type PairAddress } from "./remote";

const SHOWN: HideSettings = { hideSpecial: false, hideFirst: false, renormalise: false };

class DifferenceTiles extends HeadTiles {
  constructor(private readonly pair: PairAddress, head: number, queries: number, keys: number, arrived: () => void) {
    super({ ...pair, head, hide: SHOWN }, queries, keys, arrived);
  }

  protected override urlOf({ level, y, x }: TileName): string {
    return differenceUrl(this.pair, this.head.head, level, y, x);
  }

  protected override async fetchGrid(url: string, signal: AbortSignal): Promise<Grid> {
    return differenceFrom(await fetchDifference(url, signal));
  }
}

const sameTokens = (one: readonly Token[], other: readonly Token[]): boolean => one.length === other.length;

export class VariantSource {
  tiles = $state.raw<HeadTiles | null>(null);
  differenceTiles = $state.raw<HeadTiles | null>(null);
  /** Counts arrivals, so that the maps are drawn again. */
  arrivals = $state(0);

  constructor(readonly index: number) {}

  readonly slot = $derived.by(() => variants.slots[this.index]);
  readonly run = $derived(this.slot?.state ?? null);
  readonly head = $derived.by(() => {
    const { kind, row, layer, head } = session.pinned;
    return this.run ? findHead(this.run, kind, row, layer, head) : undefined;
  });
  readonly #base = $derived.by(() => {
    const { kind, row, layer, head } = session.pinned;
    const run = variants.slots[0]?.state;
    return run ? findHead(run, kind, row, layer, head) : undefined;
  });
  readonly sides = $derived(sidesOf(this.run?.tokens ?? null, session.pinned.kind, session.pinned.row));
  readonly #baseSides = $derived(sidesOf(variants.slots[0]?.state?.tokens ?? null, session.pinned.kind, session.pinned.row));
  readonly queryLabels = $derived(axisLabels(this.sides.queries));
  readonly keyLabels = $derived(axisLabels(this.sides.keys));
  readonly queries = $derived(this.head?.event.queries ?? this.sides.queries.length);
  readonly keys = $derived(this.head?.event.keys ?? this.sides.keys.length);
  /** Its cells can be laid over those of A. */
  readonly fits = $derived(sameTokens(this.sides.queries, this.#baseSides.queries) && sameTokens(this.sides.keys, this.#baseSides.keys));

  readonly #whole = $derived(this.head && { x: 0, y: 0, width: this.keys, height: this.queries });
  readonly base = $derived.by((): Piece | null => {
    if (!this.head || !this.#whole) return null;
    return { grid: overviewOf(this.head), cells: this.#whole, side: this.head.event.block };
  });
  /** The difference from A where both maps are held whole. */
  readonly difference = $derived.by((): Piece | null => {
    const [head, base] = [this.head, this.#base];
    if (!head || !base || !this.#whole || !this.fits || head.event.block > 1) return null;
    return { grid: differenceOf(overviewOf(head), overviewOf(base)), cells: this.#whole, side: 1 };
  });

  readonly #name = $derived.by(() => {
    const run = this.run?.run_id;
    if (!run || !this.head || this.head.event.block === 1) return null;
    const { kind, layer, head, row } = session.pinned;
    return [run, this.fits && this.index > 0 ? comparisons.base : "", kind, layer, head, row].join(" ");
  });

  /** Call in an effect: opens the tiles of a long map; gives a way to stop. */
  open(): (() => void) | undefined {
    if (this.#name === null) {
      [this.tiles, this.differenceTiles] = [null, null];
      return undefined;
    }
    const [run = "", base = "", kind = "decoder", layer = "0", head = "0", row = "0"] = this.#name.split(" ");
    const at = { run, kind: kind as "decoder", layer: Number(layer), row: Number(row) };
    const [queries, keys] = [this.queries, this.keys];
    const arrived = () => void this.arrivals++;
    const tiles = new HeadTiles({ ...at, head: Number(head), hide: SHOWN }, queries, keys, arrived);
    const differences = base ? new DifferenceTiles({ ...at, base }, Number(head), queries, keys, arrived) : null;
    [this.tiles, this.differenceTiles] = [tiles, differences];
    return () => {
      tiles.close();
      differences?.close();
    };
  }
}
