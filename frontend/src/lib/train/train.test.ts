import { describe, expect, it } from "vitest";
import { pathOf, roundUp, yOf } from "./curve";
import type { LabSpec, TrainingChoices, TrainSpec } from "../../protocol/wire";
import { exampleOf } from "./example";
import { bounds, fits, fitsTask } from "./fits";
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

  it.each([[0, "outside"], [101, "outside"], [1.5, "not_whole"], [50, undefined], [null, "outside"]])("say why %s steps can't be: %s", (value, code) => {
    expect(beyond(fields.get("steps") as NumberField, value)?.code).toBe(code);
  });

  it.each([[0, "outside_above"], [1e-9, undefined], [1e9, undefined]])("that leave out their bound say so: %s, %s", (value, code) => {
    expect(beyond(fields.get("rate") as NumberField, value)?.code).toBe(code);
  });

  it("take nothing where nothing is allowed", () => {
    expect(beyond(fields.get("kv_heads") as NumberField, null)).toBeNull();
  });
});

describe("what is asked for", () => {
  const schema = (properties: object) => ({ properties });
  const row = (name: string, properties: object) => ({ name, title: name, formula: "", help: "", params: schema(properties) });
  const whole = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum, default: minimum });
  const choices = {
    model: schema({ layers: whole(1, 24), kv_heads: { anyOf: [whole(1, 64), { type: "null" }] }, dropout: { type: "number", minimum: 0, exclusiveMaximum: 1 } }),
    training: schema({ steps: whole(1, 1_000_000), learning_rate: { type: "number", exclusiveMinimum: 0, maximum: 1 } }),
    positions: [row("rope", { theta: { type: "number", exclusiveMinimum: 1 } })],
    masks: [row("sliding_window", { window: whole(1, 4096) })],
    tasks: [row("copy", { letters: whole(2, 26), shortest: { ...whole(1, 64), default: 3 }, longest: { ...whole(1, 64), default: 10 } }), row("induction", { letters: { ...whole(4, 26), default: 26 }, length: { ...whole(4, 26), default: 12 }, asked: { ...whole(1, 12), default: 3 } }), row("own_text", {})],
    most_minutes: 30,
  } as unknown as TrainingChoices;
  const model = { architecture: "decoder", layers: 2, kv_heads: null, dropout: 0, position: { name: "rope", params: {} }, mask: { name: "sliding_window", params: { window: 4 } } };
  const spec = (change: object = {}, ofModel: object = {}) =>
    ({ steps: 10, learning_rate: 0.01, task: { name: "copy", params: {} }, ...change, model: { ...model, ...ofModel } }) as unknown as TrainSpec;

  it.each([
    [{}, {}, null, null],
    [{}, { layers: 25 }, null, { code: "outside", data: { name: "layers", given: 25, least: 1, most: 24 } }],
    [{}, { dropout: 1 }, null, { code: "outside_below", data: { name: "dropout", given: 1, least: 0, most: 1 } }],
    [{ learning_rate: 1.5 }, {}, null, { code: "outside_above", data: { name: "learning_rate", given: "1.5", least: 0, most: 1 } }],
    [{ steps: 0.5 }, {}, null, { code: "outside", data: { name: "steps", given: "0.5" } }],
    [{}, { position: { name: "rope", params: { theta: 1 } } }, null, { code: "outside_above", data: { name: "theta", words: "position", most: "∞" } }],
    [{}, { mask: { name: "sliding_window", params: { window: 0 } } }, null, { data: { name: "window", words: "mask", least: 1 } }],
    [{ task: { name: "copy", params: { letters: 99 } } }, {}, null, { data: { name: "letters", words: "task", most: 26 } }],
    [{}, {}, 0, { code: "outside_above", data: { name: "minutes", most: 30 } }],
    [{}, {}, 31, { code: "outside_above", data: { name: "minutes", given: 31 } }],
  ])("is held against every bound of the server's schemas: %j %j %s", (change, ofModel, minutes, found) => {
    const fault = bounds(choices, spec(change, ofModel), minutes);
    if (found === null) expect(fault).toBeNull();
    else expect(fault).toMatchObject(found);
  });

  it("is not held to the mask of a decoder where there is none", () => {
    expect(bounds(choices, spec({}, { architecture: "encoder", mask: { name: "sliding_window", params: { window: 0 } } }), null)).toBeNull();
  });

  it.each([
    ["copy", {}, null],
    ["copy", { longest: 2 }, "fits_lengths"],
    ["induction", {}, null],
    ["induction", { letters: 8 }, "fits_letters"],
    ["induction", { asked: 12 }, "fits_letters"],
  ])("as %s with %j goes together or is refused: %s", (name, params, code) => {
    expect(fitsTask(spec({ task: { name, params } }), choices.tasks)?.code ?? null).toBe(code);
  });

  it("gives an encoder-decoder a source", () => {
    expect(fitsTask(spec({ task: { name: "own_text" } }, { architecture: "encoder-decoder" }), choices.tasks)?.code).toBe("fits_source");
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
