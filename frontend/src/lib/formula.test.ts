import { expect, test } from "vitest";
import { formulaPieces } from "./formula";

test.each([
  ["k \\le q,\\; (k < s \\;\\lor\\; q - k < w)", "k ≤ q, (k < s ∨ q − k < w)"],
  ["0 \\le q - k < w d,\\; d \\mid q - k", "0 ≤ q − k < w d, d ∣ q − k"],
  ["k \\le q,\\; \\lfloor k / b \\rfloor = \\lfloor q / b \\rfloor", "k ≤ q, ⌊k / b⌋ = ⌊q / b⌋"],
  ["\\mathrm{doc}(k) = \\mathrm{doc}(q)", "doc(k) = doc(q)"],
  ["\\text{true}", "true"],
  ["|q - k| \\le r \\;\\lor\\; k < g", "|q − k| ≤ r ∨ k < g"],
])("%s reads %s", (latex, text) => {
  expect(formulaPieces(latex).map((piece) => piece.text).join("")).toBe(text);
});

test("what stands low or high is a piece of its own", () => {
  expect(formulaPieces("k \\in R_q")).toEqual([{ text: "k ∈ R", at: "line" }, { text: "q", at: "sub" }]);
  expect(formulaPieces("m_h = 2^{-8h/H}").map(({ text, at }) => `${at}:${text}`)).toEqual([
    "line:m", "sub:h", "line: = 2", "sup:−8h/H",
  ]);
});
