import { expect, test } from "vitest";
import { unpacked, withRectangle, type Cells } from "./cells";
import { rowMask } from "./choice";
import { Editor } from "./editor.svelte";

const empty: Cells = { queries: 3, keys: 3, sees: new Uint8Array(9) };

function editor(): Editor {
  const made = new Editor();
  made.begin(rowMask("causal"));
  return made;
}

test("each change is undone and done again, and a new one forgets what was undone", () => {
  const edit = editor();
  edit.invert();
  edit.join("and", rowMask("document"));
  expect(edit.choice).toEqual({ type: "and", masks: [{ type: "not", mask: rowMask("causal") }, rowMask("document")] });
  edit.undo();
  edit.undo();
  expect(edit.choice).toEqual(rowMask("causal"));
  expect(edit.canUndo).toBe(false);
  edit.redo();
  expect(edit.choice).toEqual({ type: "not", mask: rowMask("causal") });
  edit.invert();
  expect(edit.choice).toEqual(rowMask("causal"));
  expect(edit.canRedo).toBe(false);
});

test("typing is one step", () => {
  const edit = editor();
  for (const text of ["k", "ke", "key"]) edit.type(text);
  edit.undo();
  expect(edit.choice).toEqual(rowMask("causal"));
  edit.redo();
  expect(edit.choice).toEqual({ type: "expression", text: "key" });
});

test("a stroke becomes cells, and one that changes nothing is no step", () => {
  const edit = editor();
  const stroke = withRectangle(empty, { query: 0, key: 0 }, { query: 2, key: 0 }, 1);
  edit.paint(empty, empty);
  expect(edit.canUndo).toBe(false);
  edit.paint(empty, stroke);
  if (edit.choice.type !== "cells") throw new Error(edit.choice.type);
  expect(unpacked({ queries: 3, keys: 3, bits: edit.choice.bits })).toEqual(stroke);
});

test("masks joined in one way stand side by side, up to the most of one joint", () => {
  const edit = editor();
  for (let n = 0; n < 8; n++) edit.join("or", rowMask("local", { radius: n }));
  if (edit.choice.type !== "or") throw new Error(edit.choice.type);
  expect(edit.choice.masks).toHaveLength(2);
  expect(edit.choice.masks[0]).toMatchObject({ type: "or" });
});
