/** What a view says of itself; its title, help and reasons are words looked up by its name. */
import type { RunState } from "../lib/fold";

export interface ViewMeta {
  /** Stands in the address and names its words: views.<name>.title, .help. */
  readonly name: string;
  readonly order: number;
  readonly formula?: string;
  /** It is made of runs that are asked for, so that a page without them has no such view. */
  readonly runs?: true;
  /** The name of the words for why this run has nothing to show here; null: it has. */
  readonly missing: (run: RunState) => string | null;
}

export const defineView = (meta: ViewMeta): ViewMeta => meta;
