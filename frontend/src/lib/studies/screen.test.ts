import { describe, expect, it } from "vitest";
import type { Study } from "../../protocol/wire";
import { FIRST_SPEC } from "../form.svelte";
import { readAddress } from "../url";
import { addressOf, differs, placeOf, stateOf } from "./screen";

const BASE = { ...FIRST_SPEC, text: "The trophy did not fit." };
const HALF = { ...BASE, dtype: "float16" as const };
const HASH = "#head&layer=16&head=3&query=10&key=1&scale=log";

const study = (runs: Readonly<Record<string, string>>): Pick<Study, "state" | "runs"> => ({
  state: stateOf(HASH, [BASE, HALF], ["Causal", "float16"]),
  runs: Object.entries(runs).map(([letter, run]) => ({
    letter, run, digest: "0", state: "kept" as const, recomputed_at: null, renumbered: false, problem: null,
  })),
});

describe("what is on screen, as a study", () => {
  it("is a variant for each spec, A first, with what stands behind the hash", () => {
    const state = stateOf(HASH, [BASE, HALF], ["Causal"]);
    expect(state.address).toBe(HASH.slice(1));
    expect(state.variants.map(({ letter, name }) => [letter, name])).toEqual([["A", "Causal"], ["B", ""]]);
    expect(state.base).toBe("A");
  });

  it("comes back with its view, its selection and the runs that the study has by now", () => {
    const [search = "", hash = ""] = addressOf(study({ A: "run-a", B: "run-b" })).split("#");
    const address = readAddress(search, `#${hash}`);
    expect([address.run, address.view, address.settings.transform]).toEqual(["run-a", "head", "log"]);
    expect(address.selection).toMatchObject({ layer: 16, head: 3, query: 10, key: 1 });
    expect(address.variants).toEqual([{ change: { dtype: "float16" }, run: "run-b" }]);
  });

  it("comes back with its text where it was never run", () => {
    const [search = "", hash = ""] = addressOf(study({})).split("#");
    expect(readAddress(search, `#${hash}`)).toMatchObject({ run: null, spec: { model: BASE.model, text: BASE.text } });
  });

  it("has changed when a setting, the view or the selection has, and not when only its runs are others", () => {
    const saved = stateOf(HASH, [BASE, HALF], []);
    expect(differs(saved, stateOf(HASH, [{ ...BASE }, HALF], ["another name"]))).toBe(false);
    expect(differs(saved, stateOf(HASH, [BASE], []))).toBe(true);
    expect(differs(saved, stateOf(HASH, [{ ...BASE, text: "Other." }, HALF], []))).toBe(true);
    expect(differs(saved, stateOf(HASH.replace("key=1", "key=2"), [BASE, HALF], []))).toBe(true);
    const withRuns = addressOf(study({ A: "run-a", B: "run-b" })).split("#")[1] ?? "";
    const withOthers = addressOf(study({ A: "run-c", B: "run-d" })).split("#")[1] ?? "";
    expect(differs(stateOf(withRuns, [BASE, HALF], []), stateOf(withOthers, [BASE, HALF], []))).toBe(false);
  });
});

it.each([
  ["/", { page: "run", study: null, token: null }],
  ["/studies", { page: "list", study: null, token: null }],
  ["/studies/", { page: "list", study: null, token: null }],
  ["/studies/1ca3", { page: "run", study: "1ca3", token: null }],
  ["/s/7Kq2-_x", { page: "run", study: null, token: "7Kq2-_x" }],
] as const)("the path %s is a place of its own", (path, place) => {
  expect(placeOf(path)).toEqual(place);
});
