/** The server's HTTP endpoints. Nothing throws: a reply, a refusal and no answer are three values. */
import { decodeMulti } from "@msgpack/msgpack";
import type { ErrorBody, ModelCard, RunEvent, RunSpec } from "../protocol/wire";
import type { Status } from "./fold";
import type { HeadAddress } from "./remote";

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorBody };

export interface Run {
  readonly id: string;
  readonly status: Status;
  readonly spec: RunSpec;
  readonly digest: string;
  readonly created_at: string;
}

export interface Example {
  readonly lang: string;
  readonly run: Run;
}

/** One weight and what it is made of: weight = exp(softcap(scale × dot) + bias − lse). */
export interface Cell {
  /** null: masked */
  readonly weight: number | null;
  /** What the softmax sees: scaled, capped, bias added; null: masked. */
  readonly score: number | null;
  readonly dot: number;
  readonly scale: number;
  readonly softcap: number | null;
  readonly bias: number;
  readonly allowed: boolean;
  /** Row normaliser: log-sum-exp of the row's scores; null: the row sees nothing. */
  readonly lse: number | null;
  readonly kv_head: number;
  /** nats */
  readonly row_entropy: number | null;
  readonly visible_keys: number;
  /** 1: the row's largest weight; null: masked. */
  readonly rank: number | null;
  /** Share of the row that a sink logit takes; null: the model has none. */
  readonly sink_share: number | null;
}

export interface Api {
  models(): Promise<Reply<readonly ModelCard[]>>;
  examples(): Promise<Reply<readonly Example[]>>;
  run(id: string): Promise<Reply<Run>>;
  start(spec: RunSpec): Promise<Reply<Run>>;
  cancel(id: string): Promise<Reply<Run>>;
  events(id: string, after?: number): Promise<Reply<readonly RunEvent[]>>;
  cell(head: Omit<HeadAddress, "hide">, query: number, key: number): Promise<Reply<Cell>>;
}

const UNREACHABLE: ErrorBody = { code: "unreachable", message: "The server does not answer.", field: null };

const cookie = (name: string): string =>
  document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" && body !== null && "code" in body && typeof body.code === "string" && "message" in body;

async function refusal(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return body;
  const { status } = response;
  return { code: "bad_reply", message: `The server answered ${status}.`, field: null, data: { status } };
}

async function ask<T>(path: string, read: (response: Response) => Promise<T>, init?: RequestInit): Promise<Reply<T>> {
  try {
    const response = await fetch(path, { credentials: "same-origin", ...init });
    if (!response.ok) return { ok: false, error: await refusal(response) };
    return { ok: true, value: await read(response) };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

const json = <T>(path: string, init?: RequestInit): Promise<Reply<T>> =>
  ask(path, (response) => response.json() as Promise<T>, init);

const post = <T>(path: string, body: unknown): Promise<Reply<T>> =>
  json(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": cookie("csrftoken") },
    body: JSON.stringify(body),
  });

const packed = (path: string): Promise<Reply<Uint8Array>> =>
  ask(path, async (response) => new Uint8Array(await response.arrayBuffer()));

async function unwrap<T, U>(reply: Promise<Reply<T>>, take: (value: T) => U): Promise<Reply<U>> {
  const got = await reply;
  return got.ok ? { ok: true, value: take(got.value) } : got;
}

export const api: Api = {
  models: () => unwrap(json<{ models: ModelCard[] }>("/api/models"), ({ models }) => models),
  examples: () => unwrap(json<{ examples: Example[] }>("/api/examples"), ({ examples }) => examples),
  run: (id) => json(`/api/runs/${encodeURIComponent(id)}`),
  start: (spec) => post("/api/runs", spec),
  cancel: (id) => post(`/api/runs/${encodeURIComponent(id)}/cancel`, {}),
  events: (id, after = 0) =>
    unwrap(packed(`/api/runs/${encodeURIComponent(id)}/events?after=${after}`), (bytes) => [
      ...(decodeMulti(bytes) as Generator<RunEvent>),
    ]),
  cell: ({ run, kind, layer, head, row }, query, key) =>
    json(`/api/runs/${encodeURIComponent(run)}/cells/${kind}/${layer}/${head}/${query}/${key}?row=${row}`),
};
