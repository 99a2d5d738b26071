/** A formula of the catalogue, which is LaTeX of a few words, as text with what stands low and high in it. */

export interface Piece {
  readonly text: string;
  readonly at: "line" | "sub" | "sup";
}

const WORDS: Readonly<Record<string, string>> = {
  le: "≤", ge: "≥", ne: "≠", lor: "∨", land: "∧", lnot: "¬", in: "∈", mid: "∣", cdot: "·", times: "×", mapsto: "↦",
  lfloor: "⌊", rfloor: "⌋", lceil: "⌈", rceil: "⌉", theta: "θ", omega: "ω", gamma: "γ", pi: "π", infty: "∞", sqrt: "√",
};

export function formulaPieces(latex: string): readonly Piece[] {
  const plain = latex
    .replace(/\\(?:mathrm|text|operatorname)\{([^{}]*)\}/g, "$1")
    .replace(/\\[,;:! ]/g, " ")
    .replace(/\\([a-zA-Z]+) ?/g, (_, word: string) => WORDS[word] ?? word)
    .replace(/ +([⌋⌉])/g, "$1")
    .replace(/ *([≤≥≠<>=∨∧∈∣↦]) */g, " $1 ")
    .replace(/(\S) *- *(?=\S)/g, (_, before: string) => (/[{(,=]/.test(before) ? `${before}−` : `${before} − `));
  return [...plain.matchAll(/([_^])(?:\{([^{}]*)\}|(\S))|([^_^]+)/g)].flatMap(([, mark, braced, one, rest]) => {
    const text = (braced ?? one ?? rest ?? "").replace(/[{}]/g, "").replace(/ {2,}/g, " ");
    return text === "" ? [] : [{ text, at: mark === "_" ? "sub" : mark === "^" ? "sup" : ("line" as const) }];
  });
}
