/** How things stand, as one of a few named states, each of which has its words and what can be done. */
import type { ErrorBody } from "../protocol/wire";
import { isFinal, type RunState } from "./fold";
import { progress } from "./progress";
import type { Connection } from "./stream";

export type State =
  | { readonly name: "loading" | "empty" | "starting" | "started" | "tokenising" | "writing" | "computing" | "measuring" | "fine" }
  | { readonly name: "problem"; readonly error: ErrorBody }
  | { readonly name: "queued"; readonly ahead: number | null; readonly worker: boolean }
  | { readonly name: "loading_model" }
  | { readonly name: "quiet"; readonly done: number; readonly total: number }
  | { readonly name: "lost"; readonly retry_at: number; readonly retry: () => void; readonly done: number; readonly total: number }
  | { readonly name: "failed"; readonly error: ErrorBody }
  | { readonly name: "crashed"; readonly run: string }
  | { readonly name: "cancelled"; readonly done: number; readonly total: number };

export interface Situation {
  readonly run: RunState | null;
  /** What could not be started or shown. */
  readonly problem: ErrorBody | null;
  readonly connection: Connection;
  /** Run was pressed and the server has not answered. */
  readonly starting: boolean;
  /** A run that goes on has told nothing for longer than it should. */
  readonly quiet: boolean;
  /** The stored example is on its way. */
  readonly opening: boolean;
}

/** The one thing worth saying; "fine": nothing beside what the views show. */
export function stateOf({ run, problem, connection, starting, quiet, opening }: Situation): State {
  if (problem) return { name: "problem", error: problem };
  if (starting) return { name: "starting" };
  if (!run) return { name: opening ? "loading" : "empty" };
  const { done, total } = progress(run);
  if (connection.state === "lost" && !isFinal(run))
    return { name: "lost", retry_at: connection.retry_at, retry: connection.retry, done, total };
  switch (run.status) {
    case "failed":
      return run.error ? { name: "failed", error: run.error } : { name: "fine" };
    case "crashed":
      return { name: "crashed", run: run.run_id };
    case "cancelled":
      return { name: "cancelled", done, total };
    case "queued":
      return { name: "queued", ahead: run.ahead, worker: run.worker_alive };
    case "finished":
      return { name: "fine" };
    case "running":
      // A model takes as long as its disk does, and measuring says nothing on the way.
      if (quiet && run.stage !== "loading_model" && run.stage !== "measuring") return { name: "quiet", done, total };
      return { name: run.heads.size > 0 ? "fine" : (run.stage ?? "started") };
  }
}
