/** What each variant's column says: its name, how it stands, and its figures. */
import { nameOf } from "./name";
import { comparisons } from "./comparisons.svelte";
import { tableOf, type Column, type Line } from "./table";
import { changes, requestOf } from "../form.svelte";
import { player } from "../play.svelte";
import { progress } from "../progress";
import { session } from "../session.svelte";
import { t } from "../../i18n";
import { LETTERS, variants } from "../variants.svelte";

export interface Head {
  readonly letter: string;
  readonly name: string;
  /** How its mask stands to the model; empty: nothing was run. */
  readonly tag: string;
  /** What stands between the settings and what is drawn; empty: nothing. */
  readonly state: string;
}

function stateOf(index: number): string {
  const slot = variants.slots[index];
  const spec = variants.specs[index];
  if (!slot?.ran || !spec) return t("compare.not_run");
  if (changes(requestOf(spec, player.model(spec.model)), slot.ran).length > 0) return t("compare.changed");
  const { state } = slot;
  if (!state || state.status === "finished") return "";
  if (state.status === "queued") return t("status.queued");
  if (state.status !== "running") return t("compare.failed", { letter: LETTERS[index] ?? "" });
  const { done, total } = progress(state);
  return t("compare.running", { done, total });
}

class Columns {
  readonly heads = $derived.by((): readonly Head[] =>
    variants.specs.map((spec, index) => ({
      letter: LETTERS[index] ?? "",
      name: nameOf(spec, variants.differing, (name) => player.model(name), variants.specs[0]),
      tag: t(spec.mask ? "variants.forced" : "variants.trained"),
      state: stateOf(index),
    })),
  );

  readonly lines = $derived.by((): readonly Line[] => {
    const { row } = session.pinned;
    const columns = variants.slots.map(
      ({ state, run }, index): Column => ({
        figures: comparisons.figuresOf(index),
        next: state?.next_token.get(row) ?? null,
        written: state?.written.get(row)?.text ?? null,
        comparison: index > 0 ? comparisons.comparisonOf(index) : null,
        effects: index > 0 ? comparisons.tokensOf(index) : null,
        finished: state?.status === "finished",
        stored: player.examples.some((one) => one.run.id === run),
      }),
    );
    const tokens = variants.slots[0]?.state?.tokens;
    return tableOf(columns, (tokens?.target.length ? tokens.target : tokens?.rows)?.[row]?.tokens.length ?? 0);
  });
}

export const columns = new Columns();
