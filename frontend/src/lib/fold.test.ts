import { readdirSync, readFileSync } from "node:fs";
import { decodeMulti } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import type { RunEvent } from "../protocol/wire";
import { apply, fold, type RunState } from "./fold";

const folder = new URL("../../../tests/fixtures/streams/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".msgpack"));
const read = (name: string): RunEvent[] => [...decodeMulti(readFileSync(new URL(name, folder)))] as RunEvent[];

const summary = (run: RunState): object => ({
  status: run.status,
  seq: run.seq,
  run_id: run.run_id,
  digest: run.digest,
  ahead: run.ahead,
  attempt: run.started?.attempt ?? null,
  tokens: run.tokens?.rows[0]?.tokens.length ?? null,
  target: run.tokens?.target[0]?.tokens.length ?? null,
  heads: [...run.heads.keys()].sort(),
  layers: [...run.layers.keys()].sort(),
  next: [...run.next_token.keys()].sort(),
  written: [...run.written.keys()].sort(),
  filled: [...run.filled.keys()].sort(),
  shuffled: [...run.shuffled.keys()].sort(),
  leaks: run.leaks?.pairs_in_all ?? null,
  parts: run.parts?.parts.length ?? null,
  cache: [...run.cache.keys()].sort(),
  kernels: run.kernels?.calls.length ?? null,
  prefill: run.prefill?.chunkings.length ?? null,
  error: run.error?.code ?? null,
});

describe.each(names)("%s", (name) => {
  const events = read(name);
  const expected: unknown = JSON.parse(readFileSync(new URL(name.replace("msgpack", "json"), folder), "utf8"));

  test("folds to the state written by hand, as in Python", () => {
    expect(summary(fold(events))).toEqual(expected);
  });

  test("gives the same state when heard again from any point", () => {
    for (let start = 0; start < events.length; start++) {
      let run = fold(events);
      for (const event of events.slice(start)) run = apply(run, event);
      expect(summary(run)).toEqual(expected);
    }
  });
});

test("there are streams to fold", () => expect(names).toHaveLength(12));
