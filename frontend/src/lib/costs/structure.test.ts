import { describe, expect, test } from "vitest";
import type { Facts, Notice } from "../../protocol/wire";
import { branchesOf } from "./block";
import { MOST_CHARACTERS, read } from "./config";
import { stepOf } from "./structure.svelte";

describe("a pasted config", () => {
  test("an object is taken as it is, and nothing is asked of an empty field", () => {
    expect(read('{"model_type": "gpt2"}')).toEqual({ config: { model_type: "gpt2" }, fault: null });
    expect(read(" \n")).toEqual({ config: null, fault: null });
  });
  test("broken JSON is refused at its line and column", () => {
    expect(read('{"model_type": "llama",\n "hidden_size" 3}').fault).toMatchObject({ code: "config_not_json_at", field: "config", data: { line: 2, column: 16 } });
    expect(read('{"model_type": ').fault?.code).toMatch(/^config_not_json/);
  });
  test.each([["[1]"], ["3"], ["null"], ['"words"']])("%s is JSON but no config", (text) => expect(read(text).fault?.code).toBe("config_no_object"));
  test("a file far too long is refused by its length", () => {
    expect(read("x".repeat(MOST_CHARACTERS + 1)).fault).toMatchObject({ code: "config_too_long", data: { n: MOST_CHARACTERS + 1 } });
  });
});

describe("a block by its wiring", () => {
  const words = (wiring: Facts["wiring"], cross = false) =>
    branchesOf(wiring, cross).map(({ before, parts, after }) => [...before, parts.map((one) => one.join(" ")).join(" | "), "+", ...after].join(" ")).join("; ");
  test.each([
    ["pre", "norm attention +; norm ffn +"],
    ["post", "attention + norm; ffn + norm"],
    ["after", "attention norm +; ffn norm +"],
    ["around", "norm attention norm +; norm ffn norm +"],
    ["parallel", "norm attention | ffn +"],
  ] as const)("%s: %s", (wiring, drawn) => expect(words(wiring)).toBe(drawn));
  test("attention across stands beside the two others where all are parallel", () => expect(words("parallel", true)).toBe("norm attention | cross | ffn +"));
  test("a decoder with an encoder has cross-attention between the two", () => expect(words("post", true)).toBe("attention + norm; cross + norm; ffn + norm"));
});

describe("a remark stands at the step that it is about", () => {
  const remark = (code: string, field?: string): Notice => ({ code, message: "", data: field ? { field } : {} });
  test.each([
    [remark("head_dim"), 3], [remark("window_without_effect"), 6], [remark("unknown_field"), 0], [remark("contradiction", "n_layer"), 2], [remark("assumed_length"), 4],
    [remark("default_used", "vocab_size"), 1], [remark("default_used", "num_hidden_layers"), 2], [remark("default_used", "num_attention_heads"), 3],
    [remark("default_used", "max_position_embeddings"), 4], [remark("default_used", "intermediate_size"), 5],
  ])("%o: step %i", (notice, step) => expect(stepOf(notice)).toBe(step));
});
