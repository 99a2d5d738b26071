/** What a stream needs of its browser: sockets, plain requests, frames and time. */
import { encode } from "@msgpack/msgpack";
import type { RunEvent } from "../protocol/wire";
import { api } from "./api";
import { where } from "./where";

export interface Socket {
  close(): void;
}

export interface Listener {
  opened(): void;
  received(data: unknown): void;
  closed(code: number): void;
}

export interface Host<Event = RunEvent> {
  socket(path: string, listener: Listener): Socket;
  /** Null: no answer either. */
  events(run: string, after: number): Promise<readonly Event[] | null>;
  frame(work: () => void): void;
  /** Gives a way to cancel. */
  later(work: () => void, ms: number): () => void;
  now(): number;
  random(): number;
}

/** Between two requests of a run that goes on. */
const ASKED_AGAIN_MS = 1000;

/** A hidden tab gets no frames, and its run goes on. */
export const browser: Host = {
  socket: (path, listener) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => listener.opened();
    socket.onmessage = (message: MessageEvent<unknown>) => listener.received(message.data);
    socket.onclose = ({ code }) => listener.closed(code);
    return socket;
  },
  events: async (run, after) => {
    const reply = await api.events(run, after);
    return reply.ok ? reply.value : null;
  },
  frame: (work) => void (document.hidden ? setTimeout(work, 100) : requestAnimationFrame(work)),
  later: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  now: Date.now,
  random: Math.random,
};

/** Where there is no socket: the same events by plain requests, until they are asked for no more. */
export const reading: Host = {
  ...browser,
  socket: (path, listener) => {
    const address = new URL(path, "http://page");
    const run = decodeURIComponent(address.pathname.split("/").at(-1) ?? "");
    let [heard, closed] = [Number(address.searchParams.get("after") ?? 0), false];
    const ask = async (): Promise<void> => {
      const events = await browser.events(run, heard);
      if (closed) return;
      if (!events) return listener.closed(1006);
      for (const event of events) {
        heard = Math.max(heard, event.seq);
        const bytes = encode(event);
        listener.received(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
        if (closed) return;
      }
      setTimeout(() => void (closed || ask()), ASKED_AGAIN_MS);
    };
    setTimeout(() => {
      if (closed) return;
      listener.opened();
      void ask();
    });
    return { close: () => void (closed = true) };
  },
};

export const host: Host = where === "server" ? browser : reading;
