import { describe, expect, test } from "vitest";
import type { MaskInfo } from "../../protocol/wire";
import { MODEL } from "../fixtures";
import { packedBits } from "./cells";
import {
  CUSTOM, FORCED, TOP_K, firstHow, firstParams, forcedRow, kindOf, ownMask, reaches, readNumbers, rowMask, tileOf, trainedWith, writeNumbers,
} from "./choice";

/** A row whose picture is that of a function. */
function info(name: string, see: (q: number, k: number) => boolean, fields: Record<string, [least: number, first: number]> = {}): MaskInfo {
  const sees = Uint8Array.from({ length: 64 }, (_, at) => Number(see(Math.floor(at / 8), at % 8)));
  const properties = Object.fromEntries(
    Object.entries(fields).map(([field, [minimum, first]]) => [
      field,
      { title: field, type: "integer" as const, default: first, minimum, maximum: 99, description: "tokens" },
    ]),
  );
  return {
    name, title: name, formula: "", source: null, help: "", example: { left: 1 }, params: { type: "object", properties },
    picture: { queries: 8, keys: 8, bits: packedBits({ queries: 8, keys: 8, sees }) },
  };
}

const causal = info("causal", (q, k) => k <= q);
const full = info("full", () => true);
const local = info("local", (q, k) => Math.abs(q - k) < 2);
const DECODER = { ...MODEL, architecture: "decoder", mask_row: null } as const;

describe("the model's own mask", () => {
  test("is causal for what writes, full for all else, and the card's own where it names one", () => {
    expect(ownMask(DECODER, "decoder")).toEqual(rowMask("causal"));
    expect(ownMask(DECODER, "cross")).toEqual(rowMask("full"));
    expect(ownMask({ ...DECODER, mask_row: "sliding_window", mask_params: { window: 8 } }, "decoder")).toEqual(
      rowMask("sliding_window", { window: 8 }),
    );
    expect(kindOf(null, { ...DECODER, architecture: "encoder_decoder" })).toBe("decoder");
  });

  test("is what is asked for where the same row is chosen with the same numbers", () => {
    const own = rowMask("sliding_window", { window: 8 });
    expect(forcedRow(null, rowMask("sliding_window", { window: 8 }), own, "restrict")).toBeNull();
    const other = forcedRow({ ...FORCED, layers: [2] }, rowMask("sliding_window", { window: 4 }), own, "restrict");
    expect(other).toEqual({ ...FORCED, layers: [2], mask: rowMask("sliding_window", { window: 4 }) });
  });
});

test("a mask that shows all that the model's own shows can only replace it", () => {
  expect(firstHow(full, causal)).toBe("replace");
  expect(firstHow(local, causal)).toBe("restrict");
  expect(firstHow(causal, full)).toBe("restrict");
});

test("a row starts with its defaults, or with its drawing where they hide nothing", () => {
  expect(firstParams(info("window", () => true, { window: [1, 4] }))).toEqual({ window: 4 });
  expect(firstParams(info("padding", () => true, { left: [0, 0] }))).toEqual({ left: 1 });
});

test("the tile of a choice", () => {
  const own = rowMask("causal");
  expect(tileOf(null, own)).toBe("causal");
  expect(tileOf({ ...FORCED, top_k: 4 }, own)).toBe(TOP_K);
  expect(tileOf({ ...FORCED, mask: rowMask("local") }, own)).toBe("local");
  expect(tileOf({ ...FORCED, mask: { type: "not", mask: rowMask("local") } }, own)).toBe(CUSTOM);
});

test("the model that was trained with a mask: with these numbers, or with any", () => {
  const lab = (name: string, window: number) =>
    ({ ...DECODER, name, family: "lab", mask_row: "sliding_window", mask_params: { window } }) as const;
  const models = [DECODER, lab("eight", 8), lab("four", 4)];
  const asked = (window: number) => ({ ...FORCED, mask: rowMask("sliding_window", { window }) });
  expect(trainedWith(models, DECODER, asked(4))?.name).toBe("four");
  expect(trainedWith(models, DECODER, asked(5))?.name).toBe("eight");
  expect(trainedWith(models, DECODER, { ...FORCED, mask: rowMask("local") })).toBeUndefined();
  expect(trainedWith(models, DECODER, null)).toBeUndefined();
});

test.each([
  ["", null], ["0-3, 7", [0, 1, 2, 3, 7]], ["7，0–1", [0, 1, 7]], ["3 3", [3]], ["8", undefined], ["3-1", undefined], ["a", undefined],
])("layers given as “%s”", (words, numbers) => {
  expect(readNumbers(words, 8)).toEqual(numbers);
  if (numbers) expect(readNumbers(writeNumbers(numbers), 8)).toEqual(numbers);
});

test("a forced mask reaches the heads and layers that it names, and self-attention where it names no kind", () => {
  const at = { kind: "decoder", layer: 2, head: 1 } as const;
  expect(reaches(FORCED, at)).toBe(true);
  expect(reaches(FORCED, { ...at, kind: "cross" })).toBe(false);
  expect(reaches({ ...FORCED, kind: "cross" }, { ...at, kind: "cross" })).toBe(true);
  expect(reaches({ ...FORCED, layers: [0, 1] }, at)).toBe(false);
  expect(reaches({ ...FORCED, layers: [2], heads: [0] }, at)).toBe(false);
});
