// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { MODEL } from "./fixtures";
import { FIRST_SPEC, form } from "./form.svelte";

const asking = { ...FIRST_SPEC, text: "he ran", decode: "beam", beam_width: 8, continue_tokens: 20, masked: [1], second_as: "batch" } as const;
const measuring = { ...FIRST_SPEC, text: "he ran", measure_parts: true, measure_cache: { tokens: 8, block_size: 16, uncached: true }, measure_kernels: { layer: 0, rounds: 3 }, measure_prefill: { chunks: [4] } } as const;

it("a model from elsewhere is asked for nothing that only models of the lab do", () => {
  form.spec = asking;
  expect(form.request(MODEL)).toEqual({ ...FIRST_SPEC, text: "he ran", continue_tokens: 20 });
  expect(form.request({ ...MODEL, architecture: "encoder" })).toEqual({ ...FIRST_SPEC, text: "he ran", second_as: "batch" });
});

it("a model of the lab is asked for what its architecture does, and the rest is as by default", () => {
  form.spec = asking;
  const lab = { ...MODEL, family: "lab" as const };
  const plain = { ...FIRST_SPEC, text: "he ran" };
  expect(form.request({ ...lab, architecture: "encoder_decoder" })).toEqual({ ...plain, decode: "beam", beam_width: 8 });
  expect(form.request({ ...lab, architecture: "decoder" })).toEqual({ ...plain, decode: "beam", beam_width: 8, continue_tokens: 20 });
  expect(form.request({ ...lab, architecture: "encoder" })).toEqual({ ...plain, second_as: "batch", masked: [1] });
});

it("the width of a beam that is not asked for makes no other run", () => {
  form.spec = { ...asking, decode: "greedy" };
  expect(form.request({ ...MODEL, family: "lab", architecture: "encoder_decoder" }).beam_width).toBe(FIRST_SPEC.beam_width);
});

it("an encoder-decoder from elsewhere is given a target and nothing else", () => {
  form.spec = { ...asking, second: "er lief" };
  expect(form.request({ ...MODEL, architecture: "encoder_decoder", accepts_second: true })).toEqual({ ...FIRST_SPEC, text: "he ran", second: "er lief" });
});

it("only a decoder is asked for its cache and for a text in pieces; parts and kernels are measured of any model", () => {
  form.spec = measuring;
  expect(form.request(MODEL)).toEqual(measuring);
  for (const family of ["lab", "pretrained"] as const)
    for (const architecture of ["encoder", "encoder_decoder"] as const)
      expect(form.request({ ...MODEL, family, architecture })).toEqual({ ...measuring, measure_cache: null, measure_prefill: null });
});

it("a text that stands elsewhere than it is counted is not read in pieces", () => {
  const position = { rotary: null, offset: 3, ids: "counted", seed: 0 } as const;
  form.spec = { ...measuring, position };
  expect(form.request(MODEL)).toEqual({ ...measuring, position, measure_cache: null, measure_prefill: null });
});
