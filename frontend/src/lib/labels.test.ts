import { within } from "./labels";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { token } from "./fixtures";
import { type Place, axisLabels, shortened, thinned } from "./labels";

describe("token labels", () => {
  test("bytes of one character are numbered, pieces of a word are marked, whole words and punctuation are not", () => {
    const row = [
      token("suit", { word: 7 }), token("case", { word: 7 }), token(".", { word: 7 }), token("它", { part: 1, word: 9 }),
      token("它", { part: 2, word: 9 }), token("因", { word: 9 }), token("big", { word: 10 }),
    ];
    expect(axisLabels(row)).toEqual(["suit", "‑case", ".", "它₁", "它₂", "因", "big"]);
  });

  test("C115: the blank between two words is left out, every other blank is seen", () => {
    const row = ["␣hello", "␣world", "␣", "␣again", "⏎⏎", "␣on", "␣␣far"].map((label, word) => token(label, { word }));
    expect(axisLabels(row)).toEqual(["␣hello", "world", "␣", "␣again", "⏎⏎", "␣on", "␣␣far"]);
  });

  test("a token without a word is no piece of one", () => {
    expect(axisLabels([token("a"), token("b")])).toEqual(["a", "b"]);
  });

  test("a long label keeps whole characters", () => {
    expect(shortened("internationalisation", 8)).toBe("interna…");
    expect(shortened("𝒜𝒝𝒞", 3)).toBe("𝒜𝒝𝒞");
    expect(shortened("𝒜𝒝𝒞𝒟", 3)).toBe("𝒜𝒝…");
  });
});

describe("thinning", () => {
  const row = (count: number, cell: number, length: number): Place[] =>
    Array.from({ length: count }, (_, at) => ({ at, middle: (at + 0.5) * cell, length }));

  test("all stay where there is room", () => {
    expect(thinned(row(15, 46, 40), [])).toHaveLength(15);
  });

  test("a 2,000-token axis is labelled in round steps", () => {
    expect(thinned(row(2000, 0.35, 40), []).map(({ at }) => at).slice(0, 3)).toEqual([0, 200, 400]);
  });

  test("the selected one is always there and its neighbours make room", () => {
    const shown = thinned(row(100, 5, 30), [13, 57]).map(({ at }) => at);
    expect(shown).toContain(13);
    expect(shown).toContain(57);
    expect(shown).not.toContain(10);
  });

  test("labels never overlap and the first chosen is never dropped", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 4, max: 90, noNaN: true }), { minLength: 1, maxLength: 120 }), fc.double({ min: 0.2, max: 60, noNaN: true }), fc.nat(), fc.nat(),
        (lengths, cell, a, b) => {
          const places = lengths.map((length, at) => ({ at, middle: (at + 0.5) * cell, length }));
          const chosen = a % lengths.length;
          const shown = thinned(places, [chosen, b % lengths.length]);
          expect(shown.some(({ at }) => at === chosen)).toBe(true);
          for (let index = 1; index < shown.length; index++) {
            const [left, right] = [shown[index - 1] as Place, shown[index] as Place];
            expect(left.middle + left.length / 2).toBeLessThan(right.middle - right.length / 2);
          }
        },
      ),
    );
  });
});

test("the label of the last key does not run into what stands beside the map", () => {
  expect(within(399, 40, 400, 8)).toBe(388);
  expect(within(200, 40, 400, 8)).toBe(200);
  expect(within(0, 11, 400, 1)).toBe(4.5);
});
