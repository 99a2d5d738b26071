import { describe, expect, test } from "vitest";
import { packed } from "./fixtures";
import { weightAt } from "./grid";
import type { HeadAddress } from "./remote";
import { HeadTiles, TileCache, levelFor, tileCells, tilesIn, topLevel } from "./tiles";

const head: HeadAddress = {
  run: "r1", kind: "decoder", layer: 3, head: 2, row: 0, hide: { hideSpecial: true, hideFirst: false, renormalise: false },
};
const settle = () => new Promise((done) => setTimeout(done, 0));

function served(limit?: number) {
  const asked: { url: string; signal: AbortSignal; answer: (value: number) => void; fail: () => void }[] = [];
  let arrivals = 0;
  const tiles = new HeadTiles(
    head, 2000, 2000, () => arrivals++,
    (url, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        asked.push({ url, signal, answer: (value) => resolve(packed([1, 1], [value])), fail: () => reject(new Error("409")) });
      }),
    new TileCache(limit),
  );
  return { asked, tiles, arrivals: () => arrivals };
}

describe("tiles", () => {
  test("the level is the sharpest at which a pooled cell still has a device pixel", () => {
    expect([4, 1, 0.99, 0.5, 0.35, 0.25, 0.2].map(levelFor)).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect([1, 256, 257, 2000, 2048, 2049].map(topLevel)).toEqual([0, 0, 1, 3, 3, 4]);
  });

  test("only the tiles in the window are named; the last one ends with the map", () => {
    expect(tilesIn(0, [250, 260], [0, 256])).toEqual([{ level: 0, y: 0, x: 0 }, { level: 0, y: 1, x: 0 }]);
    expect(tileCells({ level: 1, y: 3, x: 0 }, 2000, 2000)).toEqual({ x: 0, y: 1536, width: 512, height: 464 });
  });

  test("the address names kind, layer, head, row, level, place and what is hidden", () => {
    const { asked, tiles } = served();
    tiles.want([{ level: 2, y: 1, x: 0 }]);
    expect(asked[0]?.url).toBe("/api/runs/r1/tiles/decoder/3/2?row=0&level=2&y=1&x=0&hide=special");
  });

  test("a coarser tile stands in until the sharp one is here, so the map is never blank", async () => {
    const { asked, tiles, arrivals } = served();
    tiles.want([{ level: 3, y: 0, x: 0 }]);
    asked[0]?.answer(0.5);
    await settle();
    expect(tiles.best({ level: 0, y: 4, x: 2 })?.cells).toEqual({ x: 0, y: 0, width: 2000, height: 2000 });
    tiles.want([{ level: 0, y: 4, x: 2 }]);
    asked[1]?.answer(0.25);
    await settle();
    const sharp = tiles.best({ level: 0, y: 4, x: 2 });
    expect(sharp && weightAt(sharp.grid, 0, 0)).toBe(0.25);
    expect(sharp?.cells).toEqual({ x: 512, y: 1024, width: 256, height: 256 });
    expect(arrivals()).toBe(2);
  });

  test("what is no longer wanted is given up; what is on its way or here is not asked for twice", async () => {
    const { asked, tiles, arrivals } = served();
    tiles.want([{ level: 0, y: 0, x: 0 }]);
    tiles.want([{ level: 0, y: 0, x: 0 }, { level: 0, y: 0, x: 1 }]);
    expect(asked).toHaveLength(2);
    tiles.want([{ level: 0, y: 0, x: 1 }]);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    tiles.want([{ level: 0, y: 0, x: 0 }, { level: 0, y: 0, x: 1 }]);
    expect(asked).toHaveLength(3);
    asked[1]?.answer(1);
    await settle();
    tiles.want([{ level: 0, y: 0, x: 1 }]);
    expect(asked).toHaveLength(3);
    tiles.want([{ level: 0, y: 0, x: 0 }]);
    expect(asked).toHaveLength(4);
    tiles.close();
    expect(asked[3]?.signal.aborted).toBe(true);
    await settle();
    expect(arrivals()).toBe(1);
  });

  test("a failed tile is not hammered", async () => {
    const { asked, tiles } = served();
    tiles.want([{ level: 0, y: 0, x: 0 }]);
    asked[0]?.fail();
    await settle();
    tiles.want([{ level: 0, y: 0, x: 0 }]);
    expect(asked).toHaveLength(1);
    tiles.close();
  });

  test("the least recently used is dropped first and the limit holds", () => {
    const cache = new TileCache(4);
    const grid = () => ({ queries: 1, keys: 1, bits: new Uint16Array(1) });
    cache.put("a", grid());
    cache.put("b", grid());
    cache.get("a");
    cache.put("c", grid());
    expect([cache.get("a"), cache.get("b"), cache.get("c")].map(Boolean)).toEqual([true, false, true]);
  });
});
