import { describe, expect, test } from "vitest";
import { MODEL, heads, runOf } from "./fixtures";
import { weightAt } from "./grid";
import { FILTERS, findHead, groupSize, headsHere, kindsHere, kvHead, measureOf, orderedBy, overviewOf } from "./heads";

const N = NaN;
const map = (last: number) => [1, N, 1 - last, last];
const measures = (first: (number | null)[], entropy: (number | null)[]) => {
  const zero = first.map(() => 0);
  return {
    entropy, distance: zero, first_token: first, previous_token: zero, self_token: zero, separator: zero, induction: zero, largest: zero,
  };
};

describe("heads of a run", () => {
  const run = runOf(
    heads(1, 0, 2, map(0.5), { measures: measures([0.75], [0.3]) }),
    heads(0, 0, 2, [...map(0.25), ...map(0.75)], { measures: measures([0.5, 0.49], [0.1, null]) }),
    heads(0, 2, 2, map(1), { measures: measures([null], [0.24]) }),
  );

  test("a head is found across the chunks that its layer came in", () => {
    const head = findHead(run, "decoder", 0, 0, 2);
    expect(head && weightAt(overviewOf(head), 1, 1)).toBe(1);
    expect(weightAt(overviewOf(findHead(run, "decoder", 0, 0, 1)!), 1, 1)).toBe(0.75);
    expect(findHead(run, "decoder", 0, 1, 1)).toBeUndefined();
    expect(findHead(run, "encoder", 0, 0, 0)).toBeUndefined();
    expect(findHead(run, "decoder", 1, 0, 0)).toBeUndefined();
  });

  test("heads are listed by layer however they arrived", () => {
    expect(headsHere(run, "decoder", 0).map(({ layer, head }) => [layer, head])).toEqual([[0, 0], [0, 1], [0, 2], [1, 0]]);
    expect(kindsHere(run)).toEqual(["decoder"]);
  });

  test("by a measure the largest stands first and an undefined one last", () => {
    const order = orderedBy(headsHere(run, "decoder", 0), "first_token");
    expect(order.map((head) => measureOf(head, "first_token"))).toEqual([0.75, 0.5, 0.49, null]);
  });

  test("a filter holds from half of the weight on", () => {
    expect(headsHere(run, "decoder", 0).filter(FILTERS.first).map(({ layer, head }) => [layer, head])).toEqual([[0, 0], [1, 0]]);
  });

  test("spread out means 70 % of the entropy of even rows: here (log 1 + log 2) / 2 × 0.7 = 0.2426", () => {
    expect(headsHere(run, "decoder", 0).filter(FILTERS.spread).map(({ layer }) => layer)).toEqual([1]);
  });

  test("query heads share key-value heads in turn", () => {
    expect(groupSize(MODEL)).toBe(3);
    expect([0, 2, 3, 8].map((head) => kvHead({ ...MODEL, query_heads: 9, kv_heads: 3 }, head))).toEqual([0, 0, 1, 2]);
  });
});
