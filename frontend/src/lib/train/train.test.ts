import { describe, expect, it } from "vitest";
import { pathOf, roundUp, yOf } from "./curve";
import type { LabSpec } from "../../protocol/wire";
import { exampleOf } from "./example";
import { fits } from "./fits";
import { beyond, fieldsOf, firstOf, type NumberField } from "./schema";

describe("fields of a schema", () => {
  const fields = fieldsOf({
    properties: {
      steps: { type: "integer", minimum: 1, maximum: 100, default: 10, description: "updates" },
      rate: { type: "number", exclusiveMinimum: 0, default: 0.5 },
      kv_heads: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], default: null },
      tied: { type: "boolean", default: true },
      pairing: { type: "string", enum: ["half", "interleaved"], default: "half" },
      text: { type: "string", maxLength: 5, default: "" },
      model: { $ref: "#/$defs/Model" },
    },
  });

  it("have their kind, bounds and first value, and skip what no field can show", () => {
    expect([...fields.keys()]).toEqual(["steps", "rate", "kv_heads", "tied", "pairing", "text"]);
    expect(fields.get("steps")).toMatchObject({ kind: "number", whole: true, least: 1, most: 100, first: 10, optional: false, help: "updates" });
    expect(fields.get("pairing")).toMatchObject({ kind: "choice", options: ["half", "interleaved"] });
    expect(firstOf(fields)).toEqual({ steps: 10, rate: 0.5, kv_heads: null, tied: true, pairing: "half", text: "" });
  });

  it.each([[0, 1], [101, 100], [1.5, 1], [50, null], [null, 1]])("say of %s steps which bound it breaks: %s", (value, bound) => {
    expect(beyond(fields.get("steps") as NumberField, value)).toBe(bound);
  });

  it("take nothing where nothing is allowed", () => {
    expect(beyond(fields.get("kv_heads") as NumberField, null)).toBeNull();
  });
});

describe("a model's numbers", () => {
  const model = { model_dim: 64, heads: 4, kv_heads: null, head_dim: null, experts: 1, top_k: 1 } as unknown as LabSpec;

  it.each([
    [{}, null],
    [{ heads: 5 }, "fits_split"],
    [{ kv_heads: 3 }, "fits_shared"],
    [{ model_dim: 12 }, "fits_pairs"],
    [{ head_dim: 7 }, "fits_pairs"],
    [{ heads: 5, head_dim: 8 }, null],
    [{ experts: 2, top_k: 3 }, "fits_experts"],
  ])("%j go together or are refused: %s", (change, code) => {
    expect(fits({ ...model, ...change })?.code ?? null).toBe(code);
  });
});

describe("a curve", () => {
  const frame = { width: 100, height: 50, steps: 10, least: 0, most: 2 };

  it("runs from left to right, larger upwards, and stays inside", () => {
    expect(pathOf(frame, [{ step: 0, value: 2 }, { step: 5, value: 1 }, { step: 10, value: 0 }])).toBe("M0.0 0.0 L50.0 25.0 L100.0 50.0");
    expect(yOf(frame, 9)).toBe(0);
  });

  it.each([[2.31, 3], [0.07, 0.08], [6.9, 8], [1, 1], [0, 1]])("that goes up to %s has an axis up to %s", (value, top) => {
    expect(roundUp(value)).toBeCloseTo(top, 10);
  });
});

describe("the watched example", () => {
  const sentence = { type: "training.sentence", seq: 1, wanted: [], source: [] } as const;

  it("is written as its symbols apart, or as a text", () => {
    expect(exampleOf({ ...sentence, tokens: ["<start>", "a", "b", "⇒", "a", "b"] }, "copy")).toBe("a b ⇒ a b");
    expect(exampleOf({ ...sentence, tokens: ["<start>", "␣once", "␣up", "on"] }, "own_text")).toBe("once upon");
    expect(exampleOf({ ...sentence, tokens: ["<start>", "a"], source: ["a", "b", "<end>"] }, "copy")).toBe("a b");
  });
});
