/** A formula of the catalogue, which is LaTeX of a few words, as text with what stands low and high in it. */

export interface Piece {
  readonly text: string;
  readonly at: "line" | "sub" | "sup";
}

const WORDS: Readonly<Record<string, string>> = {
  le: "≤", ge: "≥", ne: "≠", lor: "∨", land: "∧", lnot: "¬", in: "∈", mid: "∣", cdot: "·", times: "×", mapsto: "↦",
  lfloor: "⌊", rfloor: "⌋", lceil: "⌈", rceil: "⌉", theta: "θ", omega: "ω", gamma: "γ", pi: "π", infty: "∞", sqrt: "√",
  sum: "Σ", beta: "β", max: "max", min: "min", left: "", right: "", quad: " ",
};

/** \\frac{a}{b} as a / b, with brackets around what holds together. */
function fractions(latex: string): string {
  const start = /\\t?frac(?=\{)/.exec(latex);
  if (!start) return latex;
  const [above, middle] = braced(latex, start.index + start[0].length);
  const [below, end] = braced(latex, middle);
  const held = (text: string) => (/[ +\-\\]/.test(text) ? `(${text})` : text);
  return fractions(`${latex.slice(0, start.index)}${held(above)} / ${held(below)}${latex.slice(end)}`);
}

/** What stands in the braces that open at a place, and where they have closed. */
function braced(latex: string, at: number): readonly [string, number] {
  let depth = 0;
  for (let index = at; index < latex.length; index += 1) {
    depth += latex[index] === "{" ? 1 : latex[index] === "}" ? -1 : 0;
    if (depth === 0) return [latex.slice(at + 1, index), index + 1];
  }
  return [latex.slice(at), latex.length];
}

export function formulaPieces(latex: string): readonly Piece[] {
  const plain = fractions(latex.replace(/\\[{}]/g, ""))
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
