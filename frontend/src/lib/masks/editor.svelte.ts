/** The mask under the pencil, and the way back: every change is one step, typing in the expression is one in all. */
import type { RowMask } from "../../protocol/wire";
import { packedBits, sameCells, type Cells } from "./cells";
import type { MaskChoice } from "./choice";

/** Steps that can be taken back. */
const MOST_STEPS = 50;
/** The most that one joint of masks holds. */
export const MOST_JOINED = 8;

export class Editor {
  choice = $state.raw<MaskChoice>({ type: "row", name: "causal" });
  #past = $state.raw<readonly MaskChoice[]>([]);
  #future = $state.raw<readonly MaskChoice[]>([]);
  /** The last step was typed, and the next key belongs to it. */
  #typing = false;

  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  begin(choice: MaskChoice): void {
    this.choice = choice;
    this.#past = [];
    this.#future = [];
    this.#typing = false;
  }

  set(choice: MaskChoice): void {
    this.#typing = false;
    this.#step(choice);
  }

  type(text: string): void {
    if (this.#typing) this.choice = { type: "expression", text };
    else this.#step({ type: "expression", text });
    this.#typing = true;
  }

  /** Nothing is a step that changes nothing. */
  paint(before: Cells, after: Cells): void {
    if (!sameCells(before, after)) this.set({ type: "cells", tokens: after.queries, bits: packedBits(after) });
  }

  /** The mask as it stands and another one, both or either. */
  join(how: "and" | "or", other: RowMask): void {
    const { choice } = this;
    const alike = choice.type === how && choice.masks.length < MOST_JOINED;
    this.set({ type: how, masks: alike ? [...choice.masks, other] : [choice, other] });
  }

  /** Twice is nothing at all. */
  invert(): void {
    this.set(this.choice.type === "not" ? this.choice.mask : { type: "not", mask: this.choice });
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, this.choice];
    this.#past = this.#past.slice(0, -1);
    this.choice = before;
    this.#typing = false;
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#past = [...this.#past, this.choice];
    this.#future = this.#future.slice(0, -1);
    this.choice = after;
    this.#typing = false;
  }

  #step(choice: MaskChoice): void {
    this.#past = [...this.#past, this.choice].slice(-MOST_STEPS);
    this.#future = [];
    this.choice = choice;
  }
}
