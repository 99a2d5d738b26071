// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FIRST_SPEC } from "../form.svelte";
import { Autosave, type Tried } from "./autosave.svelte";
import { differencesOf, type Content } from "./conflict";
import { stateOf } from "./screen";

const content = (title: string, text = "one", hash = "#head&layer=3"): Content => ({ title, notes: "", tags: [], state: stateOf(hash, [{ ...FIRST_SPEC, text }], []) });

describe("saving by itself", () => {
  let answers: Tried[];
  let saved: string[];
  let autosave: Autosave;
  beforeEach(() => {
    vi.useFakeTimers();
    [answers, saved] = [[], []];
    autosave = new Autosave(({ title }) => {
      saved.push(title);
      return Promise.resolve(answers.shift() ?? "saved");
    }, 1000, 5000);
  });

  it("waits until a change rests, and saves the last one", async () => {
    autosave.change(content("a"));
    await vi.advanceTimersByTimeAsync(900);
    autosave.change(content("ab"));
    await vi.advanceTimersByTimeAsync(900);
    expect([autosave.state.name, saved]).toEqual(["waiting", []]);
    await vi.advanceTimersByTimeAsync(100);
    expect([autosave.state.name, saved]).toEqual(["saved", ["ab"]]);
  });

  it("goes on while the server is away, says why it is not saved, and saves the newest when it is back", async () => {
    const away = { code: "unreachable", message: "", field: null };
    answers = [away, away];
    autosave.change(content("a"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.state).toEqual({ name: "not_saved", error: away });
    autosave.change(content("b"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.state.name).toBe("not_saved");
    await vi.advanceTimersByTimeAsync(5000);
    expect([autosave.state.name, saved]).toEqual(["saved", ["a", "b", "b"]]);
  });

  it("does not ask again what the server refuses, until it is changed", async () => {
    answers = [{ code: "quota_exceeded", message: "", field: null }];
    autosave.change(content("a"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([autosave.state.name, saved]).toEqual(["not_saved", ["a"]]);
    autosave.change(content("b"));
    await vi.advanceTimersByTimeAsync(1000);
    expect([autosave.state.name, saved]).toEqual(["saved", ["a", "b"]]);
  });

  it("leaves a conflict to whoever is asked", async () => {
    answers = ["conflict"];
    autosave.change(content("a"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([autosave.state.name, saved]).toEqual(["saved", ["a"]]);
  });
});

describe("what differs between two revisions", () => {
  it("is nothing for the same content", () => {
    expect(differencesOf(content("a"), content("a"))).toEqual([]);
  });

  it("is told field by field, and once for the view, the selection and how the views are set", () => {
    const one = content("a", "one", "#head&layer=3&threshold=0.1");
    const other = content("b", "two", "#atlas&layer=4");
    const [first, second] = [one, other].map(({ state }) => state.variants[0]?.spec);
    expect(differencesOf(one, other)).toEqual([
      { what: "title", mine: "a", theirs: "b" },
      { what: "field", letter: "A", field: "text", mine: first, theirs: second },
      { what: "view", mine: "head", theirs: "atlas" },
      { what: "selection" },
      { what: "options" },
    ]);
  });

  it("names a variant that one of them alone has", () => {
    const two = { ...content("a"), state: stateOf("#head&layer=3", [{ ...FIRST_SPEC, text: "one" }, { ...FIRST_SPEC, text: "one", dtype: "float16" }], []) };
    expect(differencesOf(content("a"), two)).toEqual([{ what: "variant", letter: "B", here: "theirs" }]);
  });
});
