/** A run's state is the fold of its events; compute/fold.py folds the same events the same way. */
import type {
  ErrorBody, RunCache, RunEvent, RunFilled, RunFinished, RunHeads, RunKernels, RunLayer, RunLeaks, RunNextToken, RunParts, RunPrefill, RunSentences,
  RunShuffled, RunStage, RunStarted, RunTokens, RunWritten,
} from "../protocol/wire";
import type { Kind } from "./types";

export type Status = "queued" | "running" | "finished" | "failed" | "crashed" | "cancelled";

export interface RunState {
  readonly seq: number;
  readonly status: Status;
  readonly run_id: string;
  readonly digest: string;
  /** Runs before this one in the queue; null when not known or not waiting. */
  readonly ahead: number | null;
  /** Someone is there to take it up; known while it waits. */
  readonly worker_alive: boolean;
  readonly started: RunStarted | null;
  readonly stage: RunStage["stage"] | null;
  /** How far it is, while it writes. */
  readonly writing: RunStage | null;
  readonly tokens: RunTokens | null;
  readonly heads: ReadonlyMap<string, RunHeads>;
  readonly layers: ReadonlyMap<string, RunLayer>;
  readonly next_token: ReadonlyMap<number, RunNextToken>;
  readonly sentences: RunSentences | null;
  readonly written: ReadonlyMap<number, RunWritten>;
  readonly filled: ReadonlyMap<number, RunFilled>;
  readonly shuffled: ReadonlyMap<number, RunShuffled>;
  readonly leaks: RunLeaks | null;
  readonly parts: RunParts | null;
  /** By step. */
  readonly cache: ReadonlyMap<number, RunCache>;
  readonly kernels: RunKernels | null;
  readonly prefill: RunPrefill | null;
  readonly finished: RunFinished | null;
  readonly error: ErrorBody | null;
}

export const EMPTY_RUN: RunState = {
  seq: 0, status: "queued", run_id: "", digest: "", ahead: null, worker_alive: true, started: null, stage: null, writing: null, tokens: null,
  heads: new Map(), layers: new Map(), next_token: new Map(), sentences: null, written: new Map(), filled: new Map(), shuffled: new Map(),
  leaks: null, parts: null, cache: new Map(), kernels: null, prefill: null, finished: null, error: null,
};

export const headsKey = (kind: Kind, layer: number, row: number, firstHead: number): string =>
  `${kind}:${layer}:${row}:${firstHead}`;

export const layerKey = (kind: Kind, layer: number): string => `${kind}:${layer}`;

export const isFinal = (run: RunState): boolean => run.status !== "queued" && run.status !== "running";

const added = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value);

/** The state after one more event; an event already taken in, or any after the end, changes nothing. */
export function apply(run: RunState, event: RunEvent): RunState {
  if (isFinal(run) || (event.seq > 0 && event.seq <= run.seq)) return run;
  const next = { ...run, seq: Math.max(run.seq, event.seq) };
  switch (event.type) {
    case "run.queued":
      return { ...next, run_id: event.run_id, digest: event.digest };
    case "queue.position":
      return { ...next, ahead: event.ahead, worker_alive: event.worker_alive };
    case "run.started":
      return { ...next, status: "running", started: event, ahead: null, worker_alive: true };
    case "run.stage":
      return { ...next, stage: event.stage, writing: event.stage === "writing" ? event : null };
    case "run.tokens":
      return { ...next, tokens: event };
    case "run.heads":
      return { ...next, heads: added(run.heads, headsKey(event.kind, event.layer, event.row, event.first_head), event) };
    case "run.layer":
      return { ...next, layers: added(run.layers, layerKey(event.kind, event.layer), event) };
    case "run.next_token":
      return { ...next, next_token: added(run.next_token, event.row, event) };
    case "run.sentences":
      return { ...next, sentences: event };
    case "run.written":
      return { ...next, written: added(run.written, event.row, event) };
    case "run.filled":
      return { ...next, filled: added(run.filled, event.row, event) };
    case "run.shuffled":
      return { ...next, shuffled: added(run.shuffled, event.row, event) };
    case "run.leaks":
      return { ...next, leaks: event };
    case "run.parts":
      return { ...next, parts: event };
    case "run.cache":
      return { ...next, cache: added(run.cache, event.step, event) };
    case "run.kernels":
      return { ...next, kernels: event };
    case "run.prefill":
      return { ...next, prefill: event };
    case "run.finished":
      return { ...next, status: "finished", finished: event };
    case "run.failed":
      return { ...next, status: "failed", error: event.error };
    case "run.crashed":
      return { ...next, status: "crashed", error: event.error };
    case "run.cancelled":
      return { ...next, status: "cancelled" };
  }
}

export const fold = (events: Iterable<RunEvent>): RunState => {
  let run = EMPTY_RUN;
  for (const event of events) run = apply(run, event);
  return run;
};
