/** What a stream needs of its browser: sockets, plain requests, frames and time. */
import type { RunEvent } from "../protocol/wire";
import { api } from "./api";

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
