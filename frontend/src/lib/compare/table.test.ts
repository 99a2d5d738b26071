import { describe, expect, it } from "vitest";
import type { Figures } from "../../protocol/wire";
import { scaled, tableOf, type Column } from "./table";

const figures = (more: Partial<Figures>): Figures => ({
  pairs: 32_400, dense_pairs: 60_750, maps: 270, alike: true, attention_flops: 8_294_400, kv_bytes: 691_200, kv_tokens: 15,
  elapsed_ms: 100, attention_ms: 10, ...more,
});
const column = (more: Partial<Column>): Column => ({
  figures: null, next: null, written: null, comparison: null, effects: null, finished: true, stored: false, ...more,
});
const line = (columns: readonly Column[], name: string) => tableOf(columns, 15).find((one) => one.name === name);

describe("the figures of variants", () => {
  const base = column({ figures: figures({}) });
  const window = column({ figures: figures({ pairs: 14_580, attention_flops: 3_732_480, kv_bytes: 184_320, elapsed_ms: 110 }) });

  it("count one map where all are alike, and say the share of all cells", () => {
    expect(line([base, window], "Pairs allowed")).toMatchObject({ unit: "of 225", values: [{ main: "120", beside: "53 %" }, { main: "54", beside: "24 %" }] });
  });

  it("share one unit, and say the change from A", () => {
    expect(line([base, window], "Attention FLOPs")?.values).toEqual([{ main: "8.29", beside: "MFLOP" }, { main: "3.73", beside: "MFLOP, −55 %" }]);
    expect(line([base, window], "KV cache")?.values).toEqual([{ main: "675", beside: "KiB" }, { main: "180", beside: "KiB, −73 %" }]);
    expect(scaled([1023, null], ["B", "KiB"], 1024)).toEqual({ texts: ["1,023", "–"], unit: "B" });
  });

  it("call a small difference of two single timings noise, and compare none with a stored one", () => {
    expect(line([base, window], "Time, measured")?.values[1]).toEqual({ main: "110", beside: "ms, within noise" });
    expect(line([base, column({ figures: figures({ elapsed_ms: 200 }) })], "Time, measured")?.values[1]).toEqual({ main: "200", beside: "ms, +100 %" });
    expect(line([{ ...base, stored: true }, window], "Time, measured")?.values).toEqual([{ main: "100", beside: "ms, stored" }, { main: "110", beside: "ms" }]);
  });

  it("leave out what no variant has, and say what is still asked for", () => {
    expect(tableOf([column({}), column({})], 3)).toEqual([]);
    expect(line([base, column({})], "Pairs allowed")?.values[1]).toEqual({ main: "–", beside: "counting" });
  });
});
