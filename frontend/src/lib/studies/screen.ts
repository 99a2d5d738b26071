/** A study's state out of what is on screen, and the address that brings it back. */
import type { RunSpec, Study, StudyState } from "../../protocol/wire";
import { FIRST_OPTIONS } from "../address/options";
import { changeOf } from "../address/spec";
import { readAddress, writeAddress } from "../url";
import { difference, LETTERS } from "../variants.svelte";
import { where, type Where } from "../where";

/** `hash`: what stands behind the hash in the address; settings, runs and variants are written beside it, as specs. */
export function stateOf(hash: string, specs: readonly RunSpec[], names: readonly string[]): StudyState {
  return {
    version: 1,
    address: lookOf(hash),
    variants: specs.map((spec, index) => ({ letter: LETTERS[index] ?? "", name: (names[index] ?? "").slice(0, 100), spec })),
    base: LETTERS[0],
  };
}

/** Where the study stands on this server: its view and selection, with the runs that it has now. */
export function addressOf({ state, runs }: Pick<Study, "state" | "runs">): string {
  const kept = readAddress("", state.address);
  const run = (letter: string): string | null => runs.find((one) => one.letter === letter)?.run ?? null;
  const [base, ...others] = state.variants;
  if (!base) return "?";
  const ran = run(base.letter);
  const variants = others.map(({ letter, spec }) => ({ change: difference(spec, base.spec), run: run(letter) }));
  return writeAddress({ ...kept, run: ran, spec: changeOf(base.spec), variants });
}

/** What a path of this page means. */
export interface Place {
  readonly page: "run" | "list";
  readonly study: string | null;
  readonly token: string | null;
}

export function placeOf(path: string, at: Where = where): Place {
  if (at === "file") return { page: "run", study: null, token: null };
  const [, first, second] = path.split("/");
  if (first === "studies") return { page: second ? "run" : "list", study: second || null, token: null };
  return { page: "run", study: null, token: (first === "s" || first === "embed") && second ? second : null };
}

/** Whether what is on screen is no longer what was saved; the order of keys does not matter. */
export function differs(saved: StudyState, now: StudyState): boolean {
  const plain = ({ address, variants, base }: StudyState): string =>
    JSON.stringify([lookOf(address), base, variants.map(({ letter, spec }) => [letter, Object.entries(spec).sort()])]);
  return plain(saved) !== plain(now);
}

/** How the views stand, and nothing that is written beside it, differs from copy to copy, or is the visitor's own. */
function lookOf(hash: string): string {
  const kept = readAddress("", hash);
  const options = { ...kept.options, panel: FIRST_OPTIONS.panel, lang: null, theme: null };
  return writeAddress({ ...kept, run: null, spec: null, variants: [], options }).replace(/^[?#]/, "");
}
