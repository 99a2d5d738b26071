import { expect, test } from "vitest";
import { arrowOf, within } from "./arrows";

test("arrows point right and down along the axes of a map; no other key points anywhere", () => {
  expect(arrowOf("ArrowRight")).toEqual([1, 0]);
  expect(arrowOf("ArrowLeft")).toEqual([-1, 0]);
  expect(arrowOf("ArrowDown")).toEqual([0, 1]);
  expect(arrowOf("ArrowUp")).toEqual([0, -1]);
  expect(["a", "Enter", "toString"].map(arrowOf)).toEqual([undefined, undefined, undefined]);
});

test("a place stays on its axis", () => {
  expect([-1, 0, 4, 5].map((place) => within(place, 5))).toEqual([0, 0, 4, 4]);
});
