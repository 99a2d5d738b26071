/** One block as boxes from above to below: branches of norm, part and addition, in the order of its wiring. */
import type { Facts } from "../../protocol/wire";

export type Box = "norm" | "attention" | "cross" | "ffn";

/** What stands between leaving the residual stream and coming back to it, and what comes after the addition. */
export interface Branch {
  /** Several: side by side. */
  readonly parts: readonly (readonly Box[])[];
  /** Before the parts, shared by them. */
  readonly before: readonly Box[];
  readonly after: readonly Box[];
}

const around = (part: Box, before: readonly Box[], behind: readonly Box[], after: readonly Box[]): Branch => ({ parts: [[part, ...behind]], before, after });

const BRANCH: Readonly<Record<Exclude<Facts["wiring"], "parallel">, (part: Box) => Branch>> = {
  pre: (part) => around(part, ["norm"], [], []),
  post: (part) => around(part, [], [], ["norm"]),
  after: (part) => around(part, [], ["norm"], []),
  around: (part) => around(part, ["norm"], ["norm"], []),
};

const ALONE: readonly Box[] = ["attention", "ffn"];
const WITH_CROSS: readonly Box[] = ["attention", "cross", "ffn"];

export function branchesOf(wiring: Facts["wiring"], cross: boolean): readonly Branch[] {
  if (wiring === "parallel") return [{ parts: (cross ? WITH_CROSS : ALONE).map((part) => [part]), before: ["norm"], after: [] }];
  const parts = cross ? WITH_CROSS : ALONE;
  return parts.map(BRANCH[wiring]);
}
