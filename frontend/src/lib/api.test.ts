// @vitest-environment happy-dom
import { encode } from "@msgpack/msgpack";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "./api";
import { FIRST_SPEC } from "./form.svelte";

const answer = (body: BodyInit, init?: ResponseInit) => vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(body, init)));

afterEach(() => vi.unstubAllGlobals());

describe("the server's answers", () => {
  it("a refusal is its code, sentence, field and figures", async () => {
    const error = { code: "empty_text", message: "The text is empty.", field: "text", data: {} };
    answer(JSON.stringify(error), { status: 400 });
    expect(await api.start(FIRST_SPEC)).toEqual({ ok: false, error });
  });

  it("no answer at all is a value, not a throw", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
    expect(await api.models()).toMatchObject({ ok: false, error: { code: "unreachable" } });
  });

  it.each(["<h1>502 Bad Gateway</h1>", "null", "[]", '{"detail": "no"}'])("a failure that is not ours is told by its status: %s", async (body) => {
    answer(body, { status: 502 });
    expect(await api.examples()).toMatchObject({ ok: false, error: { code: "bad_reply", data: { status: 502 } } });
  });

  it("a success whose body cannot be read is a failure too", async () => {
    answer("not json");
    expect((await api.models()).ok).toBe(false);
  });

  it("events are read one after another from one body", async () => {
    const events = [{ type: "run.queued", seq: 1 }, { type: "run.finished", seq: 2 }];
    answer(new Uint8Array(events.flatMap((event) => [...encode(event)])));
    expect(await api.events("r1")).toEqual({ ok: true, value: events });
  });

  it("a write carries the token of the cookie and JSON", async () => {
    document.cookie = "csrftoken=secret";
    answer("{}");
    await api.cancel("r/1");
    const [path, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(path).toBe("/api/runs/r%2F1/cancel");
    expect(init?.headers).toMatchObject({ "X-CSRFToken": "secret", "Content-Type": "application/json" });
  });
});
