import { expect, it } from "vitest";
import type { Comment } from "../../protocol/wire";
import { countOf, threadsOf } from "./threads";

const said = (id: number, more: Partial<Comment> = {}): Comment => ({
  id, text: "x", author: "mei", by_owner: false, is_own: false, anchor: { type: "none" }, reply_to: null, hidden: false, resolved: false, deleted: false,
  created_at: "2030-01-01T00:00:00Z", edited_at: null, ...more,
});
const shown = (...all: readonly Comment[]) => threadsOf(all).map(({ root, replies }) => [root.id, ...replies.map(({ id }) => id)]);

it("the newest thread comes first, with its replies from the oldest", () => {
  expect(shown(said(1), said(2), said(3, { reply_to: 1 }), said(4, { reply_to: 1 }))).toEqual([[2], [1, 3, 4]]);
});

it("an empty comment stays only while something stands under it, and is not counted", () => {
  const gone = { text: "", author: "", deleted: true };
  const hidden = { text: "", author: "", hidden: true };
  const all = [said(1, gone), said(2, hidden), said(3, gone), said(4, { reply_to: 3 }), said(5, { ...hidden, reply_to: 3 })];
  expect(shown(...all)).toEqual([[3, 4]]);
  expect(countOf(threadsOf(all))).toBe(1);
});

it("what its author or the owner still reads is no empty comment", () => {
  expect(shown(said(1, { hidden: true, text: "Rude." }))).toEqual([[1]]);
});
