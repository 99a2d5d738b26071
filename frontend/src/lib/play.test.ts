// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ErrorBody, Example, Run, RunEvent } from "../protocol/wire";
import type { Api, Reply } from "./api";
import { MODEL, heads, packed, token } from "./fixtures";
import { apply, EMPTY_RUN } from "./fold";
import { FIRST_SPEC, form } from "./form.svelte";
import { Player } from "./play.svelte";
import { route } from "./route.svelte";
import { session, FIRST_SELECTION } from "./session.svelte";
import type { Follow, FollowOptions } from "./stream";

const yes = <T>(value: T): Promise<Reply<T>> => Promise.resolve({ ok: true, value });
const no = (error: Partial<ErrorBody>): Promise<Reply<never>> =>
  Promise.resolve({ ok: false, error: { code: "internal", message: "", field: null, ...error } });

const runOf = (id: string, text: string): Run => ({
  id, status: "queued", spec: { ...FIRST_SPEC, model: "tiny", text }, digest: "d", created_at: "2026-01-01T00:00:00Z",
  finished_at: null, is_example: false, error: null,
});

const TOKENS: RunEvent = {
  type: "run.tokens", seq: 2, model: MODEL, target: [], rows: [{ tokens: [token("a"), token("b"), token("c")], notices: [] }],
};
const STARTED: RunEvent = { type: "run.started", seq: 1, attempt: 1, device: "cpu", dtype: "float32", threads: 1 };
/** Query 2 looks most at key 1. */
const HEADS: RunEvent = { ...heads(0, 0, 3, [1, NaN, NaN, 0.5, 0.5, NaN, 0.2, 0.7, 0.1]), seq: 3 };
const FINISHED: RunEvent = { type: "run.finished", seq: 4, elapsed_ms: 1, captured_bytes: 1 };

/** The server and its stream, at the border of the page. */
class Server implements Api {
  readonly examples_: Example[] = [{ lang: "en", run: runOf("ex-en", "Hello") }, { lang: "zh", run: runOf("ex-zh", "你好") }];
  readonly followed: string[] = [];
  readonly cancelled: string[] = [];
  stopped = 0;
  answer: Promise<Reply<Run>> = yes(runOf("r1", "mine"));
  stream: FollowOptions | null = null;
  #state = EMPTY_RUN;

  models = () => yes([MODEL]);
  examples = () => yes(this.examples_);
  run = (id: string) => (id === "gone" ? no({ code: "not_found" }) : yes(runOf(id, `text of ${id}`)));
  start = () => this.answer;
  cancel = (id: string) => {
    this.cancelled.push(id);
    return yes(runOf(id, ""));
  };
  events = () => yes<readonly RunEvent[]>([STARTED, TOKENS, HEADS, FINISHED]);
  cell = () => no({});

  follow: Follow = (run, options) => {
    this.followed.push(run);
    this.stream = options;
    this.#state = EMPTY_RUN;
    return () => void this.stopped++;
  };

  send(...events: RunEvent[]): void {
    this.#state = events.reduce(apply, this.#state);
    this.stream?.onRun(this.#state);
  }
}

let server: Server;
let player: Player;

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  [route.run, route.spec, route.view] = [null, null, "atlas"];
  [form.spec, form.editing] = [FIRST_SPEC, false];
  [session.run, session.isExample, session.pinned] = [null, false, FIRST_SELECTION];
  server = new Server();
  player = new Player(server, server.follow);
});

describe("opening the page", () => {
  it("shows the stored example of the language, whole and labelled", async () => {
    await player.open("zh");
    expect(session.isExample).toBe(true);
    expect(session.run?.status).toBe("finished");
    expect(form.spec.text).toBe("你好");
    expect(player.opening).toBe(false);
    expect(route.run).toBeNull();
  });

  it("shows the run of the address and follows it, so a second tab shows the same", async () => {
    [route.run, route.spec] = ["r7", null];
    await player.open("en");
    expect(server.followed).toEqual(["r7"]);
    expect(session.isExample).toBe(false);
    expect(form.spec.text).toBe("text of r7");
  });

  it("says that a run of somebody else is not there", async () => {
    route.run = "gone";
    await player.open("en");
    expect(player.problem?.code).toBe("not_found");
    expect(session.run).toBeNull();
  });

  it("is a state, not a dead page, when nothing answers", async () => {
    server.models = () => no({ code: "unreachable" });
    server.examples = () => no({ code: "unreachable" });
    await player.open("en");
    expect(player.problem?.code).toBe("unreachable");
    expect(player.opening).toBe(false);
  });

  it("keeps a text that was typed and not run, over a reload", async () => {
    [route.run, route.spec] = ["r7", null];
    await player.open("en");
    form.set({ text: "half a thought" });
    form.keep("r7", runOf("r7", "text of r7").spec);
    form.spec = FIRST_SPEC;
    await new Player(server, server.follow).open("en");
    expect(form.spec.text).toBe("half a thought");
  });
});

describe("going back", () => {
  it("shows the run of the address again, and the stored example of an address without one", async () => {
    await player.open("en");
    await player.start();
    [route.run, route.spec] = ["r7", null];
    player.followAddress();
    await new Promise((done) => setTimeout(done));
    expect(form.spec.text).toBe("text of r7");
    [route.run, route.spec] = [null, null];
    player.followAddress();
    await new Promise((done) => setTimeout(done));
    expect(session.isExample).toBe(true);
    expect(form.spec.text).toBe("Hello");
  });

  it("fills the form from the address where the run is another browser's, and says so", async () => {
    await player.open("en");
    [route.run, route.spec] = ["gone", { model: "small", text: "theirs", dtype: "float16" }];
    player.followAddress();
    await new Promise((done) => setTimeout(done));
    expect(player.problem?.code).toBe("run_elsewhere");
    expect([form.spec.model, form.spec.text, form.spec.dtype]).toEqual(["small", "theirs", "float16"]);
  });

  it("does nothing when the address names what is on screen", async () => {
    await player.open("en");
    await player.start();
    player.followAddress();
    expect(server.followed).toEqual(["r1"]);
  });
});

describe("trying again", () => {
  it("asks for what was asked for last", async () => {
    await player.open("en");
    server.answer = no({ code: "unreachable" });
    await player.start();
    server.answer = yes(runOf("r1", "mine"));
    await player.retry();
    expect(player.problem).toBeNull();
    expect(server.followed).toEqual(["r1"]);
  });
});

describe("a run", () => {
  beforeEach(() => player.open("en"));

  it("takes the stage, its address, and each event as it comes", async () => {
    form.set({ text: "mine" });
    await player.start();
    expect(route.run).toBe("r1");
    expect(session.isExample).toBe(false);
    expect(player.isRunning).toBe(true);
    server.send(STARTED, TOKENS);
    expect(session.pinned.query).toBe(2);
    server.send(HEADS);
    expect(session.pinned.key).toBe(1);
    server.send(FINISHED);
    expect(player.isRunning).toBe(false);
  });

  it("that was refused leaves the run on screen and the text in the field", async () => {
    const before = session.run;
    server.answer = no({ code: "too_many_tokens", field: "text" });
    form.set({ text: "far too long" });
    await player.start();
    expect(player.problem).toMatchObject({ code: "too_many_tokens", field: "text" });
    expect(session.run).toBe(before);
    expect(form.spec.text).toBe("far too long");
    expect(player.isRunning).toBe(false);
  });

  it("is not started twice", async () => {
    await Promise.all([player.start(), player.start()]);
    expect(server.followed).toEqual(["r1"]);
  });

  it("gives way to another one that is asked for meanwhile, which is not refused in silence", async () => {
    form.set({ text: "mine" });
    await player.start();
    form.set({ text: "another" });
    server.answer = yes(runOf("r2", "another"));
    await player.start();
    expect(server.followed).toEqual(["r1", "r2"]);
    expect(server.cancelled).toEqual(["r1"]);
    expect(route.run).toBe("r2");
  });

  it("goes on when the one that was to take its place is refused", async () => {
    form.set({ text: "mine" });
    await player.start();
    form.set({ text: "" });
    server.answer = no({ code: "text_empty", field: "text" });
    await player.start();
    expect(server.cancelled).toEqual([]);
    expect(route.run).toBe("r1");
  });

  it("is cancelled as soon as the server has answered when Cancel came before", async () => {
    form.set({ text: "mine" });
    const started = player.start();
    await player.cancel();
    await started;
    expect(server.cancelled).toEqual(["r1"]);
  });

  it("is cancelled by its id, and only while it runs", async () => {
    await player.start();
    await player.cancel();
    server.send(STARTED, { type: "run.cancelled", seq: 2 });
    await player.cancel();
    expect(server.cancelled).toEqual(["r1"]);
    expect(session.run?.status).toBe("cancelled");
  });

  it("keeps a cell that the user chose while layers arrive", async () => {
    await player.start();
    server.send(STARTED, TOKENS);
    session.pin({ query: 0, key: 0 });
    server.send(HEADS);
    expect(session.pinned).toMatchObject({ query: 0, key: 0 });
  });

  it("of the same words before another model leaves what was looked at; other words begin anew", async () => {
    await player.open("en");
    form.spec = { ...FIRST_SPEC, model: "tiny", text: "mine" };
    await player.start();
    server.send(STARTED, TOKENS, HEADS, FINISHED);
    session.pin({ query: 1, key: 0 });
    form.set({ word_shuffle: 0 });
    server.answer = yes({ ...runOf("r2", "mine"), spec: { ...form.spec } });
    await player.start();
    server.send(STARTED, TOKENS, HEADS, FINISHED);
    expect([session.pinned.query, session.pinned.key]).toEqual([1, 0]);
    form.set({ text: "other" });
    server.answer = yes(runOf("r3", "other"));
    await player.start();
    server.send(STARTED, TOKENS, HEADS, FINISHED);
    expect([session.pinned.query, session.pinned.key]).toEqual([2, 1]);
  });

  it("that tells nothing for longer than it should is said to be quiet, until it tells something", async () => {
    await player.start();
    vi.useFakeTimers();
    server.send(STARTED, TOKENS, HEADS);
    vi.advanceTimersByTime(9_000);
    expect(player.quiet).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(player.quiet).toBe(true);
    server.send(FINISHED);
    expect(player.quiet).toBe(false);
    vi.useRealTimers();
  });

  it("stops following the run before it", async () => {
    await player.start();
    server.send(STARTED, TOKENS, HEADS, FINISHED);
    server.answer = yes(runOf("r2", "again"));
    await player.start();
    expect(server.followed).toEqual(["r1", "r2"]);
    expect(server.stopped).toBe(1);
  });

  it("stays lost during a retry, until the stream is open again", async () => {
    await player.start();
    const retry = () => undefined;
    server.stream?.onConnection({ state: "lost", retry_at: Date.now() + 4000, retry });
    server.stream?.onConnection({ state: "connecting" });
    expect(player.connection).toMatchObject({ state: "lost", retry_at: 0 });
    server.stream?.onConnection({ state: "open" });
    expect(player.connection.state).toBe("open");
  });
});

describe("a run of an encoder-decoder", () => {
  const model = { ...MODEL, architecture: "encoder_decoder" as const, family: "lab" as const };
  const row = (...labels: string[]) => [{ tokens: labels.map((label) => token(label)), notices: [] }];
  const said = (seq: number, ...target: string[]): RunEvent => ({
    type: "run.tokens", seq, model, rows: row("a", "b", "c"), target: row("<s>", ...target),
  });
  const CROSS: RunEvent = { ...heads(0, 0, 3, [1, 0, 0, 0.5, 0.4, 0.1, 0.2, 0.7, 0.1], { kind: "cross" }), seq: 4 };

  it("keeps the query of the address while the target is still written", async () => {
    [route.run, route.spec] = ["r7", null];
    session.pinned = { ...FIRST_SELECTION, kind: "cross", query: 2, key: 1 };
    await player.open("en");
    server.send(STARTED, said(2));
    expect(session.pinned.query).toBe(2);
    server.send(said(3, "x", "y"), CROSS);
    expect(session.pinned).toMatchObject({ kind: "cross", query: 2, key: 1 });
  });

  it("drops a query that no target token is, once the first map is there", async () => {
    [route.run, route.spec] = ["r7", null];
    session.pinned = { ...FIRST_SELECTION, kind: "cross", query: 9, key: 1 };
    await player.open("en");
    server.send(STARTED, said(2), said(3, "x", "y"), CROSS);
    expect(session.pinned).toMatchObject({ kind: "cross", query: null, key: null });
  });

  it("is first looked at in cross-attention: the last target token and its largest source token", async () => {
    server.models = () => yes([model]);
    await player.open("en");
    form.set({ model: model.name, text: "a b c" });
    await player.start();
    server.send(STARTED, said(2), said(3, "x", "y"), CROSS);
    expect(session.pinned).toMatchObject({ kind: "cross", query: 2, key: 1 });
  });
});

describe("a translation", () => {
  const card = { ...MODEL, name: "both", architecture: "encoder_decoder" as const };
  const target = [token("<s>", { role: "special" }), token("他"), token("跑")];
  const tokens: RunEvent = {
    type: "run.tokens", seq: 2, model: card, rows: [{ tokens: [token("he"), token("ran")], notices: [] }], target: [{ tokens: target, notices: [] }],
  };
  /** Head 1 of layer 1 reads each word with a row of its own. */
  const cross = (layer: number): RunEvent => ({
    ...heads(layer, 0, 1, [0, 0]), seq: 3 + layer, kind: "cross", queries: 3, keys: 2,
    overview: packed([2, 3, 2], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, ...(layer === 1 ? [0.9, 0.1, 0.2, 0.8, 0.6, 0.4] : [1, 0, 1, 0, 1, 0])]),
  });
  const finished: RunEvent = { ...FINISHED, seq: 9 } as RunEvent;

  beforeEach(async () => {
    player.models = [card];
    session.pinned = { ...FIRST_SELECTION, layer: 1, head: 0 };
    form.spec = { ...FIRST_SPEC, model: "both", text: "he ran" };
    await player.start();
  });

  it("opens on the head whose rows read a word each, at the last row's largest key", () => {
    server.send(STARTED, tokens, cross(0), cross(1));
    expect(session.pinned).toMatchObject({ kind: "cross", layer: 0, head: 0 });
    server.send(finished);
    expect(session.pinned).toMatchObject({ kind: "cross", layer: 1, head: 1, query: 2, key: 0 });
  });

  it("stays on a head that the user chose meanwhile", () => {
    server.send(STARTED, tokens, cross(0), cross(1));
    session.pin({ layer: 1, head: 0 });
    server.send(finished);
    expect(session.pinned).toMatchObject({ layer: 1, head: 0 });
  });
});
