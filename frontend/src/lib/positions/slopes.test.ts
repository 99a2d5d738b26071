import { expect, it } from "vitest";
import { slopes } from "./slopes";

it("C054: begins at a half with 8 heads and ends at 1/256", () => {
  expect(slopes(8)).toEqual([0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]);
  expect(slopes(4)).toEqual([0.25, 0.0625, 0.015625, 0.00390625]);
});

it("takes every other slope of the next power for other numbers of heads", () => {
  expect(slopes(6)).toEqual([0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]);
  expect(slopes(1)).toEqual([0.00390625]);
});
