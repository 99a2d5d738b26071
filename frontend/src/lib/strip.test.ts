import { describe, expect, it } from "vitest";
import { token } from "./fixtures";
import { inSight, strip } from "./strip";

const eight = (label: string): number => 8 * label.length;

describe("the sentence field", () => {
  it("lets the tokens of one word touch and keeps words apart", () => {
    const { groups } = strip([token("suit", { word: 0 }), token("case", { word: 0 }), token("because", { word: 1 })], eight);
    const [suit, rest, because] = groups;
    expect(rest?.x).toBe((suit?.x ?? 0) + (suit?.width ?? 0));
    expect(because?.x).toBeGreaterThan((rest?.x ?? 0) + (rest?.width ?? 0));
    expect(groups.map(({ joined }) => joined)).toEqual([false, true, false]);
  });

  it("TOK: puts the bytes of one character under it once, each with a place of its own", () => {
    const { groups } = strip([1, 2, 3].map((part) => token("桌", { part, word: 0 })).concat(token("上", { word: 1 })), eight);
    expect(groups.map(({ label, tokens }) => [label, tokens])).toEqual([["桌", [0, 1, 2]], ["上", [3]]]);
    expect(groups[0]?.width).toBe(3 * 24);
  });

  it("keeps two equal characters apart", () => {
    const twice = [1, 2, 1, 2].map((part) => token("小", { part }));
    expect(strip(twice, eight).groups.map(({ tokens }) => tokens)).toEqual([[0, 1], [2, 3]]);
  });

  it("puts only what is in sight on the page, of 2,000 tokens too", () => {
    const all = strip(Array.from({ length: 2000 }, (_, word) => token("word", { word })), eight);
    const seen = inSight(all, all.width / 2, 600);
    expect(seen.length).toBeLessThan(40);
    expect(seen.some(({ x }) => x >= all.width / 2 && x < all.width / 2 + 600)).toBe(true);
  });

  it("shortens a label that is longer than the field, and never its token", () => {
    const [group] = strip([token("a".repeat(5000))], eight).groups;
    expect(group?.label).toHaveLength(40);
    expect(group?.tokens).toEqual([0]);
  });
});
