import { readFileSync, readdirSync } from "node:fs";
import { decodeMulti, encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import type { RunEvent } from "../protocol/wire";
import { EMPTY_RUN, type RunState, fold } from "./fold";
import type { Host, Listener } from "./host";
import { type Connection, followOn, waitBefore } from "./stream";

const folder = new URL("../../../tests/fixtures/streams/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".msgpack"));
const read = (name: string): RunEvent[] => [...decodeMulti(new Uint8Array(readFileSync(new URL(name, folder))))] as RunEvent[];
const finished = read("finished.msgpack");

/** A browser whose sockets, frames and clock the test drives. */
function stage(byRequest: RunEvent[] | null = null) {
  const sockets: (Listener & { path: string; isClosed: boolean })[] = [];
  const frames: (() => void)[] = [];
  const timers: { work: () => void; ms: number; live: boolean }[] = [];
  const runs: RunState[] = [];
  const connections: Connection[] = [];
  const host: Host = {
    socket: (path, listener) => {
      const socket = { ...listener, path, isClosed: false };
      sockets.push(socket);
      return { close: () => void (socket.isClosed = true) };
    },
    events: async (_run, after) => byRequest?.filter(({ seq }) => seq > after) ?? null,
    frame: (work) => void frames.push(work),
    later: (work, ms) => {
      const timer = { work, ms, live: true };
      timers.push(timer);
      return () => void (timer.live = false);
    },
    now: () => 1000,
    random: () => 1,
  };
  const stop = followOn(host)("r1", { after: 0, onRun: (run) => runs.push(run), onConnection: (one) => connections.push(one) });
  return {
    sockets, frames, timers, runs, connections, stop,
    last: () => sockets.at(-1)!,
    send: (...events: readonly unknown[]) => {
      const socket = sockets.at(-1)!;
      for (const event of events) {
        const bytes = encode(event);
        socket.received(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      }
    },
    frame: () => frames.splice(0).forEach((work) => work()),
    waits: () => timers.filter(({ live }) => live).map(({ ms }) => ms),
    retry: () => timers.splice(0).forEach(({ work, live }) => live && work()),
    states: () => connections.map(({ state }) => state),
  };
}

const ended = new Set(["finished", "failed", "crashed", "cancelled"]);

describe("a stream", () => {
  test.each(names)("%s arrives as the fold of its events and, when it is over, ends", (name) => {
    const events = read(name);
    const at = stage();
    at.last().opened();
    at.send(...events);
    at.frame();
    expect(at.runs.at(-1) ?? EMPTY_RUN).toEqual(fold(events));
    expect(at.states().at(-1)).toBe(ended.has(fold(events).status) ? "ended" : "open");
  });

  test("many events in one frame make one new state", () => {
    const at = stage();
    at.send(...finished);
    expect(at.runs).toHaveLength(0);
    at.frame();
    expect(at.runs).toHaveLength(1);
  });

  test("C132: a gap in the numbers is asked for again after the last one heard, and the run arrives complete", () => {
    const at = stage();
    at.send(...finished.slice(0, 3), ...finished.slice(4));
    expect(at.sockets).toHaveLength(2);
    expect(at.sockets[0]?.isClosed).toBe(true);
    expect(at.last().path).toBe("/ws/runs/r1?after=3");
    at.send(...finished.slice(3));
    at.frame();
    expect(at.runs.at(-1)).toEqual(fold(finished));
  });

  test("a gap that stays a gap is not asked for without a pause", () => {
    const at = stage();
    at.send(finished[0], finished[2]);
    at.send(finished[2]);
    expect(at.sockets).toHaveLength(2);
    expect(at.states().at(-1)).toBe("lost");
  });

  test("a lost connection says when it tries again, resumes after the last event and loses nothing", () => {
    const at = stage();
    at.send(...finished.slice(0, 2));
    at.last().closed(1006);
    expect(at.runs.at(-1)?.seq).toBe(2);
    expect(at.connections.at(-1)).toMatchObject({ state: "lost", retry_at: 1500 });
    at.retry();
    expect(at.last().path).toBe("/ws/runs/r1?after=2");
    at.send(...finished.slice(1));
    at.frame();
    expect(at.runs.at(-1)).toEqual(fold(finished));
  });

  test("trying now does not wait, nor try a second time", () => {
    const at = stage();
    at.last().closed(1006);
    const lost = at.connections.at(-1);
    if (lost?.state === "lost") lost.retry();
    expect(at.sockets).toHaveLength(2);
    expect(at.waits()).toEqual([8000]);
  });

  test("waits double up to 15 s, half of each by chance, and start again after an event", () => {
    expect([0, 1, 2, 9].map((failures) => waitBefore(failures, 1))).toEqual([500, 1000, 2000, 15000]);
    expect(waitBefore(2, 0)).toBe(1000);
    const at = stage();
    at.last().closed(1006);
    at.retry();
    at.send(...finished.slice(0, 1));
    at.last().closed(1006);
    expect(at.waits()).toEqual([500]);
  });

  test("where sockets are blocked, plain requests bring the run to its end", async () => {
    const at = stage(finished);
    at.last().closed(1006);
    await Promise.resolve();
    await Promise.resolve();
    at.frame();
    expect(at.runs.at(-1)).toEqual(fold(finished));
    expect(at.states().at(-1)).toBe("ended");
    expect(at.waits()).toEqual([]);
    expect(at.sockets).toHaveLength(1);
  });

  test("a run that is not there for this reader is not asked for again", () => {
    const at = stage();
    at.last().closed(4404);
    expect(at.states().at(-1)).toBe("gone");
    expect(at.waits()).toEqual([]);
  });

  test("a socket that never opens, or falls silent, is given up and the run goes on after the last event", () => {
    const at = stage();
    expect(at.waits()).toEqual([8000]);
    at.last().opened();
    at.send(finished[0], finished[1]);
    expect(at.waits()).toEqual([20_000]);
    at.retry();
    expect(at.sockets[0]?.isClosed).toBe(true);
    expect(at.states().at(-1)).toBe("lost");
    at.retry();
    expect(at.last().path).toBe("/ws/runs/r1?after=2");
  });

  test("an unknown type counts for the order and changes nothing", () => {
    const at = stage();
    at.send(finished[0], { type: "run.later_invention", seq: 2 }, { ...finished[1], seq: 3 });
    at.frame();
    expect(at.sockets).toHaveLength(1);
    expect(at.runs.at(-1)?.seq).toBe(3);
  });

  test("after stop nothing is told", () => {
    const at = stage();
    at.send(finished[0]);
    at.stop();
    at.frame();
    expect(at.runs).toHaveLength(0);
    expect(at.last().isClosed).toBe(true);
  });
});
