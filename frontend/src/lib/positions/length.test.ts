// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { ErrorBody, ModelCard, Run, RunSpec } from "../../protocol/wire";
import type { Reply } from "../api";
import { MODEL, token } from "../fixtures";
import { EMPTY_RUN, type RunState } from "../fold";
import { FIRST_SPEC } from "../form.svelte";
import { Lengths } from "./length.svelte";

const run = (id: string): Run => ({
  id, status: "queued", spec: FIRST_SPEC, digest: "d", created_at: "2026-01-01T00:00:00Z", finished_at: null, is_example: false, error: null,
});
const refused = (error: ErrorBody): Reply<Run> => ({ ok: false, error });
const state = (losses: readonly (number | null)[]): RunState => ({
  ...EMPTY_RUN, status: "finished",
  tokens: { type: "run.tokens", seq: 1, model: MODEL, target: [], rows: [{ tokens: losses.map(() => token("a")), notices: [] }] },
  next_token: new Map([[0, { type: "run.next_token", seq: 2, row: 0, top: [], losses, mean_loss: 1 }]]),
});

function server(answer: (spec: RunSpec) => Reply<Run>, end: (id: string) => RunState | null) {
  const asked: RunSpec[] = [];
  const cancelled: string[] = [];
  const lengths = new Lengths(
    {
      start: (spec) => {
        asked.push(spec);
        return Promise.resolve(answer(spec));
      },
      cancel: (id) => {
        cancelled.push(id);
        return Promise.resolve({ ok: true, value: run(id) });
      },
    },
    (id, { onRun }) => {
      const said = end(id);
      if (said) queueMicrotask(() => onRun(said));
      return () => undefined;
    },
  );
  return { asked, cancelled, lengths };
}

const A: ModelCard = { ...MODEL, name: "a" };
const B: ModelCard = { ...MODEL, name: "b", position_row: "learned" };

it("measures one model after another and shortens the text for a table that ends", async () => {
  const { asked, lengths } = server(
    (spec) =>
      spec.model === "b" && spec.text.length > 6
        ? refused({ code: "too_many_tokens", message: "", field: "text", data: { given: 4, limit: 2 } })
        : { ok: true, value: run(spec.model) },
    (id) => state(id === "a" ? [null, 1, 3] : [null, 4]),
  );
  await lengths.measure([A, B], "aaa bbb ccc ddd");
  expect(asked.map(({ model, text }) => [model, text])).toEqual([["a", "aaa bbb ccc ddd"], ["b", "aaa bbb ccc ddd"], ["b", "aaa bbb"], ["b", "aaa"]]);
  expect(lengths.curves.map(({ model, bins }) => [model.name, bins[0]?.loss])).toEqual([["a", 2], ["b", 4]]);
  expect(lengths.running).toBe(false);
});

it("masks an encoder's tokens, and none beyond its text or on its end", async () => {
  const encoder: ModelCard = { ...MODEL, name: "e", architecture: "encoder", context_tokens: 64 };
  const { asked, lengths } = server(
    ({ masked }) =>
      masked.some((place) => place > 21)
        ? refused({ code: "out_of_range", message: "", field: "masked", data: { given: 28, limit: 22 } })
        : masked.includes(20)
          ? refused({ code: "invalid_request", message: "", field: "masked" })
          : { ok: true, value: run("e") },
    () => state([null, 1]),
  );
  await lengths.measure([encoder], "text");
  expect(asked.map(({ masked }) => masked.at(-1))).toEqual([60, 20, 12]);
  expect(lengths.curves).toHaveLength(1);
});

it("stops at a refusal and keeps what was measured", async () => {
  const fault: ErrorBody = { code: "too_many_runs", message: "Wait.", field: null };
  const { lengths } = server((spec) => (spec.model === "a" ? { ok: true, value: run("a") } : refused(fault)), () => state([null, 1]));
  await lengths.measure([A, B], "text");
  expect(lengths.curves).toHaveLength(1);
  expect(lengths.error).toEqual(fault);
});

it("cancels the run that goes on", async () => {
  const { cancelled, lengths } = server((spec) => ({ ok: true, value: run(spec.model) }), () => null);
  void lengths.measure([A], "text");
  await Promise.resolve();
  await Promise.resolve();
  lengths.cancel();
  expect(cancelled).toEqual(["a"]);
  expect(lengths.running).toBe(false);
});
