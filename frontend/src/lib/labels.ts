/** What stands beside the axes of a map: readable token labels, thinned so that none overlap. */
import type { Token } from "../protocol/wire";
import { type Axis, borderOf, cellSize, visibleCells } from "./viewport";

const subscript = (n: number): string => String(n).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit);

/** Scripts whose words are written apart, so that a piece of one is marked as such. */
const LETTER = /^[\p{L}\p{N}]/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const BLANK = "␣";
const BLANKS = /[␣⏎⇥␍⍽□]$/u;

/**
 * A token's label as words are read: the one blank that parts a word from the word before it is left out, since the
 * words stand apart anyway. Every other blank stays to be seen: at the start of the text, doubled, on its own.
 */
export function readable(token: Token, before: Token | undefined): string {
  const parted = before?.role === "text" && before.text === token.text && !BLANKS.test(before.label);
  const word = token.label.slice(BLANK.length);
  return parted && token.label.startsWith(BLANK) && word !== "" && !word.startsWith(BLANK) ? word : token.label;
}

/** 它₁ 它₂ for the bytes of one character; ‑case for a word's later piece. */
export function axisLabel(token: Token, before: Token | undefined): string {
  if (token.part > 0) return token.label + subscript(token.part);
  const label = readable(token, before);
  const continues = before !== undefined && token.word >= 0 && token.word === before.word;
  return continues && LETTER.test(label) && !UNSPACED.test(label) ? `‑${label}` : label;
}

export const axisLabels = (tokens: readonly Token[]): readonly string[] => tokens.map((token, at) => axisLabel(token, tokens[at - 1]));

/** At most this many characters; the rest as an ellipsis. */
export const shortened = (label: string, most: number): string => {
  const characters = [...label];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : label;
};

export interface Place {
  /** Token index. */
  readonly at: number;
  /** Middle of the label, in pixels along the axis. */
  readonly middle: number;
  /** Pixels along the axis. */
  readonly length: number;
}

const GAP = 4;

/** A label at the end of an axis moves in so that it ends at most `beyond` pixels outside. */
export const within = (middle: number, length: number, size: number, beyond: number): number =>
  Math.max(length / 2 - beyond, Math.min(size + beyond - length / 2, middle));

const apart = (a: Place, b: Place): boolean => Math.abs(a.middle - b.middle) >= (a.length + b.length) / 2 + GAP;

/** Steps between labels that read well. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/**
 * The places that keep their label. Chosen ones always do (the first wins should two of them collide); of the
 * others every step-th, with the smallest step of 1, 2, 5, 10 … at which none collide, those too near a chosen one apart.
 */
export function thinned(places: readonly Place[], chosen: readonly (number | null)[]): readonly Place[] {
  const kept: Place[] = [];
  for (const at of chosen) {
    const place = places.find((one) => one.at === at);
    if (place && kept.every((other) => other.at !== at && apart(place, other))) kept.push(place);
  }
  const step = STEPS.find((size) => neighboursApart(places.filter(({ at }) => at % size === 0))) ?? 2 * (STEPS.at(-1) ?? 1);
  const others = places.filter((place) => place.at % step === 0 && kept.every((other) => apart(place, other)));
  return [...kept, ...others].sort((a, b) => a.at - b.at);
}

const neighboursApart = (places: readonly Place[]): boolean =>
  places.every((place, index) => {
    const next = places[index + 1];
    return next === undefined || apart(place, next);
  });

/** The tokens in the window of an axis, each with its middle and the pixels its label takes, before they are thinned. */
export function placesOn(axis: Axis, length: (token: number) => number, beyond: number): readonly Place[] {
  const [first, end] = visibleCells(axis);
  return Array.from({ length: end - first }, (_, index) => first + index)
    .map((at) => ({ at, middle: borderOf(axis, at) + cellSize(axis) / 2, length: length(at) }))
    .filter(({ middle }) => middle >= 0 && middle <= axis.size)
    .map((place) => ({ ...place, middle: within(place.middle, place.length, axis.size, beyond) }));
}
