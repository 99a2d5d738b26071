// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PackedArray } from "../protocol/wire";
import { heads, runOf } from "./fixtures";
import { Now } from "./now.svelte";
import { FIRST_SELECTION, session } from "./session.svelte";

const EXACT: PackedArray = { shape: [3], dtype: "float32", data: new Uint8Array(Float32Array.of(0.22448, 0.77552, NaN).buffer) };

beforeEach(() => {
  vi.useFakeTimers();
  session.run = runOf(heads(0, 0, 3, [1, NaN, NaN, 0.22448, 0.77552, NaN, 0.2, 0.7, 0.1]));
  session.pinned = { ...FIRST_SELECTION, layer: 0, head: 0, query: 1, key: 1 };
});
afterEach(() => vi.useRealTimers());

describe("the weights of the chosen query", () => {
  it("become exact for a short text too, so that every place that shows one shows the same digits", async () => {
    const asked: string[] = [];
    const now = new Now((url) => {
      asked.push(url);
      return Promise.resolve(EXACT);
    });
    expect(now.weights?.[1]?.toFixed(3)).toBe("0.775");
    now.fetchRow();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(1);
    expect(now.weights?.[1]?.toFixed(3)).toBe("0.776");
  });

  it("stay as they came when the exact row does not come", async () => {
    const now = new Now(() => Promise.reject(new Error("down")));
    now.fetchRow();
    await vi.advanceTimersByTimeAsync(100);
    expect(now.weights?.[1]?.toFixed(3)).toBe("0.775");
  });

  it("are asked for once the selection rests, not for each cell that is passed", async () => {
    let asked = 0;
    const now = new Now(() => (asked++, Promise.resolve(EXACT)));
    now.fetchRow()?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toBe(0);
  });
});
