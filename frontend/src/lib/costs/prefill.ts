/** A text that is read in pieces: which sizes there are to choose, and the schedule as blocks of a map. */
import type { RunPrefill } from "../../protocol/wire";

export type Chunking = RunPrefill["chunkings"][number];

/** As the server takes them: more pieces, or more sizes at once, it refuses. */
const MOST_PIECES = 256;
const MOST_SIZES = 8;

/** Powers of two below the text's length, the largest last; a text of one token has that one. */
export function sizesOf(tokens: number): readonly number[] {
  const all: number[] = [];
  for (let size = 1; size < tokens; size *= 2) if (Math.ceil(tokens / size) <= MOST_PIECES) all.push(size);
  return all.length > 0 ? all.slice(-MOST_SIZES) : [1];
}

/** About an eighth, a quarter and a half of the text. */
export const firstSizes = (sizes: readonly number[]): readonly number[] => sizes.slice(-3);

/** A piece on the map of queries by keys, in shares of the whole: keys that were cached before, and its own. */
export interface Block {
  readonly top: number;
  readonly height: number;
  readonly cached: number;
  readonly own: number;
}

export function blocksOf({ pieces }: Chunking): readonly Block[] {
  const tokens = pieces.at(-1)?.keys ?? 1;
  return pieces.map(({ first, tokens: own }) => ({ top: first / tokens, height: own / tokens, cached: first / tokens, own: own / tokens }));
}
