import { describe, expect, test } from "vitest";
import { arcs, crossArcs } from "./arcs";

const plan = { query: 3, threshold: 0.02, topK: 8, x: (token: number) => token * 40 + 20, base: 100, room: 90, window: [0, 5000] as const };

describe("arcs", () => {
  test("width is 14 px times the weight", () => {
    expect(arcs([0.5, NaN, 0.25, 0.25], plan).map(({ width }) => width)).toEqual([3.5, 3.5, 7]);
  });

  test("masked keys, zeros and weights below the threshold have none; a weight at the threshold has one", () => {
    expect(arcs([0.02, 0.0199, NaN, 0.96], plan).map(({ key }) => key)).toEqual([0, 3]);
    expect(arcs([0, 0, 0, 1], { ...plan, threshold: 0 }).map(({ key }) => key)).toEqual([3]);
  });

  test("top-k keeps the largest, drawn last", () => {
    expect(arcs([0.4, 0.1, 0.3, 0.2], { ...plan, topK: 2 }).map(({ key }) => key)).toEqual([2, 0]);
  });

  test("an arc leaves the query, ends at the key and stays within the room", () => {
    const [arc] = arcs([1, NaN, NaN, NaN], plan);
    expect(arc?.path).toBe("M140 100C140 37.6 20 37.6 20 100");
    const [far] = arcs([1, ...Array<number>(98).fill(NaN)], { ...plan, query: 98 });
    expect(far?.path).toContain("-20");
    expect(100 - (100 + 20) * 0.75).toBeGreaterThanOrEqual(100 - plan.room);
  });

  test("an arc stays while one of its ends is in the window", () => {
    const keys = (window: readonly [number, number]) => arcs([0.4, 0.3, NaN, 0.3], { ...plan, window }).map(({ key }) => key);
    expect(keys([0, 30])).toEqual([0]);
    expect(keys([130, 150])).toEqual([3, 1, 0]);
    expect(keys([70, 120])).toEqual([]);
  });

  test("attention to the token itself is a loop", () => {
    expect(arcs([NaN, NaN, NaN, 1], plan)[0]?.path).toBe("M133 100C125 74 155 74 147 100");
  });
});

describe("arcs of cross-attention", () => {
  const cross = { threshold: 0.02, topK: 2, from: 30, x: (key: number) => 100 * key + 50, top: 20, base: 120 };

  test("lead from the query's place above to its keys below, the largest drawn last, 14 px times the weight wide", () => {
    const drawn = crossArcs([0.1, 0.6, 0.3, 0.01], cross);
    expect(drawn.map(({ key, width }) => [key, width])).toEqual([[2, 14 * 0.3], [1, 14 * 0.6]]);
    expect(drawn.at(-1)?.path).toBe("M30 20C30 70 150 70 150 120");
  });

  test("masked keys and weights below the threshold have none", () => {
    expect(crossArcs([NaN, 0.019, 0], cross)).toEqual([]);
  });
});
