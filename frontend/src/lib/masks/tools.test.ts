import { expect, test } from "vitest";
import type { Cells } from "./cells";
import { begun, covered, drawn, type Tool } from "./tools";

const none = (queries: number, keys: number): Cells => ({ queries, keys, sees: new Uint8Array(queries * keys) });
const picture = ({ keys, sees }: Cells): string[] =>
  Array.from({ length: sees.length / keys }, (_, row) => [...sees.subarray(row * keys, (row + 1) * keys)].map((cell) => (cell ? "x" : ".")).join(""));
const at = (query: number, key: number) => ({ query, key });

function stroke(tool: Tool, ...places: readonly ReturnType<typeof at>[]): string[] {
  const cells = none(4, 5);
  const [first = at(0, 0), ...others] = places;
  return picture(others.reduce((on, place) => drawn(tool, cells, on, place, 1), begun(tool, cells, first, 1)).cells);
}

test("a pencil leaves no gap between two places, and draws on from there", () => {
  expect(stroke("cell", at(0, 0), at(3, 3))).toEqual(["x....", ".x...", "..x..", "...x."]);
  expect(stroke("cell", at(0, 0), at(0, 4), at(2, 4))).toEqual(["xxxxx", "....x", "....x", "....."]);
});

test("rows and columns are covered whole, whichever way the hand moves", () => {
  expect(stroke("row", at(2, 3), at(1, 0))).toEqual([".....", "xxxxx", "xxxxx", "....."]);
  expect(stroke("column", at(3, 1), at(0, 2))).toEqual([".xx..", ".xx..", ".xx..", ".xx.."]);
});

test("a rectangle follows the pointer: what it covered on the way is let go", () => {
  expect(stroke("rectangle", at(1, 1), at(3, 4), at(2, 2))).toEqual([".....", ".xx..", ".xx..", "....."]);
});

test("moving paints nothing", () => {
  expect(picture(begun("move", none(1, 3), at(0, 1), 1).cells)).toEqual(["..."]);
  expect(covered("cell", none(2, 2), at(0, 1), at(1, 0))).toEqual([at(0, 1), at(1, 0)]);
});
