import { expect, it } from "vitest";
import { EMPTY_RUN } from "../fold";
import { MODEL, token } from "../fixtures";
import { apart, binned, lossesOf, placesToMask, shortened } from "./loss";

it("averages losses by position and leaves out what has none", () => {
  expect(binned([null, 1, 2, 3, null, null, null, null, 5], 4)).toEqual([
    { first: 0, last: 3, tokens: 3, loss: 2 }, { first: 8, last: 8, tokens: 1, loss: 5 },
  ]);
});

it("takes a decoder's losses, and an encoder's where a token was masked", () => {
  const tokens = { type: "run.tokens" as const, seq: 1, model: MODEL, target: [], rows: [{ tokens: [token("a"), token("b"), token("c")], notices: [] }] };
  const masked = { id: 1, label: "b", probability: 0.5 };
  const filled = new Map([[0, { type: "run.filled" as const, seq: 2, row: 0, places: [{ place: 1, top: [], masked }] }]]);
  expect(lossesOf({ ...EMPTY_RUN, tokens, filled })).toEqual([null, Math.log(2), null]);
  const next = { type: "run.next_token" as const, seq: 2, row: 0, top: [], losses: [null, 1, 2], mean_loss: 1.5 };
  expect(lossesOf({ ...EMPTY_RUN, tokens, next_token: new Map([[0, next]]) })).toEqual([null, 1, 2]);
});

it("masks every eighth place and none of the special ones", () => {
  expect(placesToMask(22)).toEqual([4, 12, 20]);
  expect(placesToMask(21)).toEqual([4, 12]);
  expect(placesToMask(3)).toEqual([]);
});

it("shortens a text to fewer tokens, at a word", () => {
  expect(shortened("one two three four", 4, 2)).toBe("one two");
  expect(shortened("one two", 2, 4).length).toBeLessThanOrEqual(7);
});

it("moves labels apart without changing their order", () => {
  expect(apart([10, 10, 50], 12, 100)).toEqual([10, 22, 50]);
  expect(apart([99, 98], 12, 100)).toEqual([100, 88]);
});
