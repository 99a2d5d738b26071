/** Tiles of a long map: 256 × 256 cells at a level that pools 2^level cells a side; recently used ones are kept. */
import type { PackedArray } from "../protocol/wire";
import { type Grid, gridOf } from "./grid";
import type { Rect } from "./layout";
import { fetchArray, type HeadAddress, tileUrl } from "./remote";

export const TILE = 256;
const KEPT_BYTES = 48 * 2 ** 20;
/** A failed tile is asked for again after this. */
const RETRY_MS = 1500;

export type Fetch = (url: string, signal: AbortSignal) => Promise<PackedArray>;

/** The sharpest level whose pooled cells are at least one device pixel. */
export const levelFor = (devicePixelsPerCell: number): number => Math.max(0, Math.ceil(Math.log2(1 / devicePixelsPerCell) - 1e-9));

/** The level at which one tile holds the whole map. */
export const topLevel = (cells: number): number => Math.max(0, Math.ceil(Math.log2(Math.max(1, cells) / TILE)));

export interface TileName {
  readonly level: number;
  readonly y: number;
  readonly x: number;
}

/** Cells of the whole map that a tile covers, cut at the map's end. */
export function tileCells({ level, y, x }: TileName, queries: number, keys: number): Rect {
  const side = TILE * 2 ** level;
  return { x: x * side, y: y * side, width: Math.min(side, keys - x * side), height: Math.min(side, queries - y * side) };
}

/** Tiles that the cells [first, end) of either axis touch, row by row. */
export function tilesIn(level: number, y: readonly [number, number], x: readonly [number, number]): readonly TileName[] {
  const side = TILE * 2 ** level;
  const names: TileName[] = [];
  for (let row = Math.floor(y[0] / side); row * side < y[1]; row++)
    for (let column = Math.floor(x[0] / side); column * side < x[1]; column++) names.push({ level, y: row, x: column });
  return names;
}

/** Numbers by their address, the least recently used dropped first. */
export class TileCache {
  #grids = new Map<string, Grid>();
  #bytes = 0;
  constructor(readonly limit: number = KEPT_BYTES) {}

  get(url: string): Grid | undefined {
    const grid = this.#grids.get(url);
    if (grid) {
      this.#grids.delete(url);
      this.#grids.set(url, grid);
    }
    return grid;
  }

  put(url: string, grid: Grid): void {
    this.#bytes += grid.bits.byteLength - (this.#grids.get(url)?.bits.byteLength ?? 0);
    this.#grids.delete(url);
    this.#grids.set(url, grid);
    for (const [oldest, old] of this.#grids) {
      if (this.#bytes <= this.limit || oldest === url) break;
      this.#grids.delete(oldest);
      this.#bytes -= old.bits.byteLength;
    }
  }
}

const shared = new TileCache();

/** A source to draw from: a grid, the cells of the whole map that it covers, and how many of them a side it pools. */
export interface Piece {
  readonly grid: Grid;
  readonly cells: Rect;
  readonly side: number;
}

/** One head's tiles. `arrived` is called after each new one; close it when another head is shown. */
export class HeadTiles {
  #loading = new Map<string, AbortController>();
  #failed = new Map<string, number>();
  #closed = false;

  constructor(
    readonly head: HeadAddress,
    readonly queries: number,
    readonly keys: number,
    readonly arrived: () => void,
    readonly fetchTile: Fetch = fetchArray,
    readonly cache: TileCache = shared,
  ) {}

  /** What is here for a tile: itself, or the sharpest coarser tile around it; undefined: nothing yet. */
  best(name: TileName): Piece | undefined {
    for (let level = name.level; level <= topLevel(Math.max(this.queries, this.keys)); level++) {
      const scale = 2 ** (level - name.level);
      const around = { level, y: Math.floor(name.y / scale), x: Math.floor(name.x / scale) };
      const grid = this.cache.get(this.urlOf(around));
      if (grid) return { grid, cells: tileCells(around, this.queries, this.keys), side: 2 ** level };
    }
    return undefined;
  }

  /** Fetches what is wanted now and gives up what is not wanted any more. */
  want(names: readonly TileName[]): void {
    const urls = new Set(names.map((name) => this.urlOf(name)));
    for (const [url, controller] of this.#loading) {
      if (urls.has(url)) continue;
      controller.abort();
      this.#loading.delete(url);
    }
    for (const url of urls) {
      const failed = this.#failed.get(url);
      const waits = failed !== undefined && performance.now() - failed < RETRY_MS;
      if (!this.#loading.has(url) && !waits && !this.cache.get(url)) void this.#load(url);
    }
  }

  close(): void {
    this.#closed = true;
    for (const controller of this.#loading.values()) controller.abort();
  }

  protected urlOf(name: TileName): string {
    return tileUrl(this.head, name.level, name.y, name.x);
  }

  protected async fetchGrid(url: string, signal: AbortSignal): Promise<Grid> {
    return gridOf(await this.fetchTile(url, signal));
  }

  async #load(url: string): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(url, controller);
    try {
      this.cache.put(url, await this.fetchGrid(url, controller.signal));
      this.#failed.delete(url);
      if (!this.#closed) this.arrived();
    } catch {
      // A layer still being computed has no tiles yet; the coarse picture stays and the next drawing asks again.
      if (!controller.signal.aborted) {
        this.#failed.set(url, performance.now());
        setTimeout(() => !this.#closed && this.arrived(), RETRY_MS + 50);
      }
    } finally {
      if (this.#loading.get(url) === controller) this.#loading.delete(url);
    }
  }
}
