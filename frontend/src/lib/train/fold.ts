/** A training's state is the fold of its events, as a run's is; compute/lab/told.py says what they mean. */
import type {
  ErrorBody, TrainingCheckpoint, TrainingEnded, TrainingEvent, TrainingHeads, TrainingProgress, TrainingSentence, TrainingStarted,
  TrainingStored,
} from "../../protocol/wire";
import type { Status } from "../fold";

export interface TrainingState {
  readonly seq: number;
  readonly status: Status;
  readonly ahead: number | null;
  readonly worker_alive: boolean;
  readonly started: TrainingStarted | null;
  readonly sentence: TrainingSentence | null;
  /** By step; a training that was taken up again says some of them twice. */
  readonly points: readonly TrainingProgress[];
  readonly checkpoints: readonly TrainingCheckpoint[];
  /** By step, the layers in order. */
  readonly looks: ReadonlyMap<number, readonly TrainingHeads[]>;
  readonly stored: TrainingStored | null;
  readonly ended: TrainingEnded | null;
  readonly error: ErrorBody | null;
}

export const EMPTY_TRAINING: TrainingState = {
  seq: 0, status: "queued", ahead: null, worker_alive: true, started: null, sentence: null, points: [], checkpoints: [],
  looks: new Map(), stored: null, ended: null, error: null,
};

export const isOver = ({ status }: TrainingState): boolean => status !== "queued" && status !== "running";

const until = <T extends { readonly step: number }>(points: readonly T[], step: number): readonly T[] => {
  const kept = points.filter((point) => point.step < step);
  return kept.length === points.length ? points : kept;
};

const added = <T extends { readonly step: number }>(points: readonly T[], point: T): readonly T[] => [...until(points, point.step), point];

function looked(looks: TrainingState["looks"], event: TrainingHeads): TrainingState["looks"] {
  const others = (looks.get(event.step) ?? []).filter(({ kind, layer }) => kind !== event.kind || layer !== event.layer);
  return new Map([...looks, [event.step, [...others, event]]]);
}

/** The state after one more event; an event already taken in, or any after the end, changes nothing. */
export function apply(state: TrainingState, event: TrainingEvent): TrainingState {
  if (isOver(state) || (event.seq > 0 && event.seq <= state.seq)) return state;
  const next = { ...state, seq: Math.max(state.seq, event.seq) };
  switch (event.type) {
    case "training.queued":
      return next;
    case "queue.position":
      return { ...next, ahead: event.ahead, worker_alive: event.worker_alive };
    case "training.started":
      return {
        ...next, status: "running", started: event, ahead: null, worker_alive: true,
        points: until(state.points, event.from_step + 1), checkpoints: until(state.checkpoints, event.from_step + 1),
      };
    case "training.sentence":
      return { ...next, sentence: event };
    case "training.heads":
      return { ...next, looks: looked(state.looks, event) };
    case "training.progress":
      return { ...next, points: added(state.points, event) };
    case "training.checkpoint":
      return { ...next, checkpoints: added(state.checkpoints, event) };
    case "training.stored":
      return { ...next, stored: event };
    case "training.ended":
      return { ...next, status: event.why === "cancelled" ? "cancelled" : "finished", ended: event };
    case "training.failed":
      return { ...next, status: "failed", error: event.error };
    case "training.crashed":
      return { ...next, status: "crashed", error: event.error };
  }
}

export const stepsOf = (state: TrainingState): readonly number[] => [...state.looks.keys()].sort((a, b) => a - b);

/** The head that looks most at what comes next; null where none is told. */
export function bestHead(layers: readonly TrainingHeads[]): { layer: number; head: number; kind: TrainingHeads["kind"]; score: number } | null {
  const all = layers.flatMap(({ layer, kind, induction }) =>
    induction.flatMap((score, head) => (score === null ? [] : [{ layer, kind, head, score }])),
  );
  return all.reduce<(typeof all)[number] | null>((best, one) => (best === null || one.score > best.score ? one : best), null);
}
