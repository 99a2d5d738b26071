/** One training as it happens. */
import type { TrainingEvent } from "../../protocol/wire";
import { browser } from "../host";
import { followSubject, isOf, type Follow, type Subject } from "../stream";
import { trainApi } from "./api";
import { apply, EMPTY_TRAINING, isOver, type TrainingState } from "./fold";

const TYPES: Readonly<Record<TrainingEvent["type"], true>> = {
  "training.queued": true, "queue.position": true, "training.started": true, "training.sentence": true, "training.heads": true,
  "training.progress": true, "training.checkpoint": true, "training.stored": true, "training.ended": true, "training.failed": true,
  "training.crashed": true,
};

export const TRAININGS: Subject<TrainingState, TrainingEvent> = {
  path: (id) => `/ws/trainings/${encodeURIComponent(id)}`,
  empty: EMPTY_TRAINING,
  apply,
  isFinal: isOver,
  isEvent: isOf<TrainingEvent>(TYPES),
};

export const followTraining: Follow<TrainingState> = followSubject(TRAININGS, { ...browser, events: (id, after) => trainApi.events(id, after) });
