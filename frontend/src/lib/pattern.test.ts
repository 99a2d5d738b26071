import { expect, test } from "vitest";
import { token } from "./fixtures";
import { paddingOf, spansOf } from "./pattern";

test("neighbours join into one span, so that a pattern is drawn once over it", () => {
  expect(spansOf([true, true, false, true, false, true])).toEqual([[0, 2], [3, 4], [5, 6]]);
  expect(spansOf([false, false])).toEqual([]);
});

test("padding on the left and on the right of a row is found", () => {
  const pad = token("[PAD]", { role: "padding" });
  expect(paddingOf([pad, token("a"), token("b"), pad, pad])).toEqual([[0, 1], [3, 5]]);
});
