/** Where the tokens of the sentence field stand, so that only those in sight are put on the page. */
import type { Token } from "../protocol/wire";
import { readable, shortened } from "./labels";

/** Tokens under one label: one token, or the bytes of one character. */
export interface Group {
  /** Pixels from the start of the sentence. */
  readonly x: number;
  readonly width: number;
  readonly label: string;
  /** Token indices. */
  readonly tokens: readonly number[];
  /** Touches the group before it, being a piece of the same word. */
  readonly joined: boolean;
}

export interface Strip {
  readonly groups: readonly Group[];
  readonly width: number;
}

/** The least width of a token, so that a finger finds it. */
const LEAST = 24;
/** Of an index, with some room beside it. */
const DIGIT = 7;
const GAP = 4;
const PAD = 4;
const MOST_CHARACTERS = 40;

/** `measure` gives the pixels of a label. */
export function strip(tokens: readonly Token[], measure: (label: string) => number): Strip {
  const groups: Group[] = [];
  let x = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const count = bytesFrom(tokens, at);
    const joined = token.word >= 0 && token.word === tokens[at - 1]?.word;
    if (at > 0 && !joined) x += GAP;
    const label = shortened(readable(token, tokens[at - 1]), MOST_CHARACTERS);
    const least = Math.max(LEAST, DIGIT * String(at + count - 1).length);
    const width = Math.max(count * least, Math.ceil(measure(label)) + (joined ? PAD : 2 * PAD));
    groups.push({ x, width, label, tokens: Array.from({ length: count }, (_, index) => at + index), joined });
    x += width;
    at += count;
  }
  return { groups, width: x };
}

/** How many tokens from here on are pieces of one character; 1 for any other token. */
function bytesFrom(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.part !== 1) return 1;
  let count = 1;
  while (tokens[at + count]?.part === count + 1) count++;
  return count;
}

const MARGIN = 240;

/** The groups within sight, and a little beyond. */
export const inSight = ({ groups }: Strip, left: number, width: number): readonly Group[] =>
  groups.filter((group) => group.x + group.width > left - MARGIN && group.x < left + width + MARGIN);
