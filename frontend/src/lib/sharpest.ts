/** Which head of cross-attention tells most of a translation. */
import type { Token } from "../protocol/wire";
import type { RunState } from "./fold";
import { weightAt } from "./grid";
import { type Head, headsHere, overviewOf } from "./heads";
import { sidesOf } from "./sides";

/** Mean over the source's words of the largest weight that any row gives them: 1 where each is read by a row of its own. */
export function sharpness(head: Head, keys: readonly Token[]): number {
  const grid = overviewOf(head);
  const words = keys.flatMap((token, key) => (token.role === "text" ? [Math.floor(key / head.event.block)] : []));
  const best = words.map((key) => {
    let most = 0;
    for (let query = 0; query < grid.queries; query++) most = Math.max(most, weightAt(grid, query, key) || 0);
    return most;
  });
  return best.length ? best.reduce((sum, one) => sum + one, 0) / best.length : 0;
}

/** The sharpest of those here; undefined: there is none. */
export function sharpest(run: RunState, row: number): Head | undefined {
  const { keys } = sidesOf(run.tokens, "cross", row);
  const [first, ...others] = headsHere(run, "cross", row).map((head) => ({ head, sharp: sharpness(head, keys) }));
  if (!first) return undefined;
  return others.reduce((best, one) => (one.sharp > best.sharp ? one : best), first).head;
}
