/** The server's HTTP endpoints. Nothing throws: a reply, a refusal and no answer are three values. */
import { decodeMulti } from "@msgpack/msgpack";
import type { Cell, ErrorBody, Example, ExampleList, ModelCard, ModelList, Run, RunEvent, RunSpec } from "../protocol/wire";
import type { HeadAddress } from "./remote";
import { answer } from "./source";

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorBody };

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
    const response = await answer(path, init);
    if (!response.ok) return { ok: false, error: await refusal(response) };
    return { ok: true, value: await read(response) };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

export const json = <T>(path: string, init?: RequestInit): Promise<Reply<T>> =>
  ask(path, (response) => response.json() as Promise<T>, init);

export const posted = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": cookie("csrftoken") },
  body: JSON.stringify(body),
});

export const post = <T>(path: string, body: unknown): Promise<Reply<T>> => json(path, posted(body));

/** Changes or takes away what stands at the address. */
export const send = <T>(method: "PATCH" | "DELETE", path: string, body?: unknown): Promise<Reply<T>> =>
  json(path, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": cookie("csrftoken") },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const packed = (path: string, init?: RequestInit): Promise<Reply<Uint8Array>> =>
  ask(path, async (response) => new Uint8Array(await response.arrayBuffer()), init);

export async function unwrap<T, U>(reply: Promise<Reply<T>>, take: (value: T) => U): Promise<Reply<U>> {
  const got = await reply;
  return got.ok ? { ok: true, value: take(got.value) } : got;
}

export const api: Api = {
  models: () => unwrap(json<ModelList>("/api/models"), ({ models }) => models),
  examples: () => unwrap(json<ExampleList>("/api/examples"), ({ examples }) => examples),
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
