/** Trainings on the server. */
import { decodeMulti } from "@msgpack/msgpack";
import type { Price, Training, TrainingChoices, TrainingEvent, TrainingList, TrainingOrder, TrainingRequest } from "../../protocol/wire";
import { json, packed, post, send, unwrap, type Reply } from "../api";

export interface TrainApi {
  choices(): Promise<Reply<TrainingChoices>>;
  price(order: TrainingOrder): Promise<Reply<Price>>;
  list(): Promise<Reply<readonly Training[]>>;
  one(id: string): Promise<Reply<Training>>;
  start(request: TrainingRequest): Promise<Reply<Training>>;
  cancel(id: string): Promise<Reply<Training>>;
  rename(id: string, name: string): Promise<Reply<Training>>;
  remove(id: string): Promise<Reply<unknown>>;
  events(id: string, after: number): Promise<readonly TrainingEvent[] | null>;
}

const at = (id: string): string => `/api/trainings/${encodeURIComponent(id)}`;

export const trainApi: TrainApi = {
  choices: () => json("/api/trainings/choices"),
  price: (order) => post("/api/trainings/price", order),
  list: () => unwrap(json<TrainingList>("/api/trainings"), ({ trainings }) => trainings),
  one: (id) => json(at(id)),
  start: (request) => post("/api/trainings", request),
  cancel: (id) => post(`${at(id)}/cancel`, {}),
  rename: (id, name) => send("PATCH", at(id), { name }),
  remove: (id) => send("DELETE", at(id)),
  events: async (id, after) => {
    const reply = await packed(`${at(id)}/events?after=${after}`);
    return reply.ok ? [...(decodeMulti(reply.value) as Generator<TrainingEvent>)] : null;
  },
};
