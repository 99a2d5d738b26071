// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { EMPTY_RUN } from "./fold";
import { FIRST_SPEC, form } from "./form.svelte";
import { session } from "./session.svelte";
import { variants } from "./variants.svelte";

const run = (id: string) => ({ ...EMPTY_RUN, run_id: id });

beforeEach(() => {
  variants.alone();
  variants.put(0, { change: {}, run: "a", ran: { ...FIRST_SPEC, text: "Hello" }, state: run("a") });
  form.spec = { ...FIRST_SPEC, text: "Hello" };
  form.textApart = false;
  session.run = run("a");
});

describe("variants", () => {
  it("begin as a copy of the one that is shown, its run included", () => {
    variants.add();
    expect([variants.count, variants.letter, form.spec.text, session.run?.run_id]).toEqual([2, "B", "Hello", "a"]);
    expect(variants.differing).toEqual([]);
  });

  it("are no stored example although A is one", () => {
    session.isExample = true;
    expect(variants.isExample).toBe(true);
    variants.add();
    expect(variants.isExample).toBe(false);
    variants.show(0);
    expect(variants.isExample).toBe(true);
    session.isExample = false;
  });

  it("keep apart what was changed in them, and follow A in all else", () => {
    variants.add();
    form.set({ dtype: "bfloat16" });
    expect(variants.differing).toEqual(["dtype"]);
    variants.show(0);
    expect(form.spec.dtype).toBe("float32");
    form.set({ decode: "beam" });
    expect(variants.specs.map(({ dtype, decode }) => [dtype, decode])).toEqual([["float32", "beam"], ["bfloat16", "beam"]]);
    variants.show(1);
    expect([form.spec.dtype, form.spec.decode]).toEqual(["bfloat16", "beam"]);
  });

  it("share the sentence that is typed, unless it is to stand apart", () => {
    variants.add();
    form.set({ text: "Both" });
    expect(variants.specs.map(({ text }) => text)).toEqual(["Both", "Both"]);
    form.setApart(true, { ...FIRST_SPEC, text: "Hello" });
    form.set({ text: "Mine" });
    expect(variants.specs.map(({ text }) => text)).toEqual(["Hello", "Mine"]);
    variants.show(0);
    variants.show(1);
    form.set({ text: "Still mine" });
    expect(variants.specs.map(({ text }) => text)).toEqual(["Hello", "Still mine"]);
    expect(variants.differing).toEqual(["text"]);
  });

  it("are four at most", () => {
    for (let n = 0; n < 6; n++) variants.add();
    expect([variants.count, variants.letter]).toEqual([4, "D"]);
  });

  it("show the run of the one that is shown, and take in what the others say meanwhile", () => {
    variants.add();
    variants.keep(1, run("b"));
    variants.show(0);
    variants.keep(1, { ...run("b"), seq: 7 });
    expect(session.run?.run_id).toBe("a");
    variants.show(1);
    expect([session.run?.run_id, session.run?.seq]).toEqual(["b", 7]);
  });

  it("stay what they are when another is removed, A too", () => {
    variants.add();
    form.set({ dtype: "bfloat16" });
    variants.add();
    form.set({ dtype: "float16", decode: "beam" });
    variants.remove(0);
    expect(variants.specs.map(({ dtype, decode }) => [dtype, decode])).toEqual([["bfloat16", "greedy"], ["float16", "beam"]]);
    expect([variants.letter, form.spec.dtype]).toEqual(["B", "float16"]);
    variants.comparing = true;
    variants.remove(1);
    expect([variants.count, variants.comparing, form.spec.dtype, form.base]).toEqual([1, false, "bfloat16", null]);
  });

  it("are written down as what differs, and taken up again", () => {
    variants.add();
    form.set({ dtype: "bfloat16" });
    variants.put(1, { run: "b" });
    const { written } = variants;
    expect(written).toMatchObject([{ change: { dtype: "bfloat16" }, run: "b" }]);
    variants.alone();
    form.spec = { ...FIRST_SPEC, text: "Hello" };
    variants.take(written, 1);
    expect([variants.letter, form.spec.dtype, variants.slots[1]?.run, variants.slots[1]?.ran]).toEqual(["B", "bfloat16", "b", null]);
  });
});
