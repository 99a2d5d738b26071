import { expect, test } from "vitest";
import { bars } from "./bars";
import { fitAxis } from "./viewport";

test("one bar a token where there is room, at the token's own place", () => {
  expect(bars(Float32Array.of(1, NaN, 0.5), fitAxis(3, 20))).toEqual([
    { token: 0, count: 1, value: 1, from: 0, length: 20 },
    { token: 1, count: 1, value: NaN, from: 20, length: 20 },
    { token: 2, count: 1, value: 0.5, from: 40, length: 20 },
  ]);
});

test("tokens closer than a bar share one that shows their mean, leaving out those without a value", () => {
  const values = Float32Array.of(1, 0.5, NaN, 0.25, 0, 0, 2);
  expect(bars(values, fitAxis(7, 1)).map(({ token, count, value }) => [token, count, value])).toEqual([
    [0, 3, 0.75], [3, 3, 0.25 / 3], [6, 1, 2],
  ]);
});

test("2,000 tokens make no more bars than fit, and panning does not regroup them", () => {
  const axis = fitAxis(2000, 0.35);
  const all = bars(new Float32Array(2000), axis);
  expect(all.length).toBeLessThanOrEqual((2000 * 0.35) / 3 + 1);
  const part = bars(new Float32Array(2000), { ...axis, zoom: 2, start: 501.3 });
  expect(part.every(({ token }) => token % 5 === 0)).toBe(true);
});
