/** The watched example as a text that a run can be asked for. */
import type { TrainingSentence } from "../../protocol/wire";

const MARKS = new Set(["<start>", "<end>", "<pad>"]);

/** Symbols stand apart; pieces of a text hold their own blanks. */
const joined = (tokens: readonly string[], symbols: boolean): string => {
  const kept = tokens.filter((token) => !MARKS.has(token));
  return symbols ? kept.join(" ") : kept.join("").replaceAll("␣", " ").replaceAll("⏎", "\n").replaceAll("⇥", "\t").trimStart();
};

/** What a model reads first: the source of an encoder-decoder, else the whole row. */
export const exampleOf = ({ tokens, source }: TrainingSentence, task: string): string =>
  joined(source.length > 0 ? source : tokens, task !== "own_text");
