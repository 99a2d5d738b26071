/** The runs whose costs are on view: all variants, or the one on screen; with their texts and their answers. */
import type { RunSpec } from "../../protocol/wire";
import { nameOf } from "../compare/name";
import type { RunState } from "../fold";
import { player } from "../play.svelte";
import { session } from "../session.svelte";
import { LETTERS, variants } from "../variants.svelte";
import type { CostAsk } from "./api";
import { costs, type Answers } from "./costs.svelte";
import { atFigures, curvesOf, NO_FIGURES, ownFigures, type Curves, type Figures } from "./report";
import { atAsk, growthAsk, lengthsOf, ownAsk, precisionOf, type Chosen, type Texts } from "./questions";

export interface CostRun {
  readonly letter: string;
  readonly name: string;
  readonly shown: boolean;
  readonly spec: RunSpec;
  readonly state: RunState;
  readonly texts: Texts;
  readonly answers: Answers;
}

/** Texts as they were computed: each as long as the longest. */
export function textsOf({ tokens }: RunState): Texts {
  const longest = (rows: readonly { readonly tokens: readonly unknown[] }[]) => Math.max(1, ...rows.map((row) => row.tokens.length));
  if (!tokens) return { tokens: 1, source: null, batch: 1 };
  const source = longest(tokens.rows);
  const batch = Math.max(1, tokens.rows.length);
  return tokens.target.length > 0 ? { tokens: longest(tokens.target), source, batch } : { tokens: source, source: null, batch };
}

class CostRuns {
  /** One, or all of those that stand beside each other and have run. */
  readonly all = $derived.by((): readonly CostRun[] =>
    variants.slots.flatMap((slot, at): CostRun[] => {
      const shown = at === variants.shown;
      const state = shown ? session.run : slot.state;
      const spec = slot.ran ?? (shown ? player.spec : null);
      const answers = costs.answers[at];
      if (!state?.tokens || !spec || !answers) return [];
      const name = nameOf(spec, variants.differing, (model) => player.model(model), variants.specs[0]);
      return [{ letter: LETTERS[at] ?? "", name, shown, spec, state, texts: textsOf(state), answers }];
    }),
  );
  readonly shown = $derived(this.all.find((run) => run.shown) ?? null);

  get several(): boolean {
    return this.all.length > 1;
  }

  chosen(run: CostRun): Chosen {
    return { tokens: costs.tokens, batch: costs.batch, concurrency: costs.concurrency, precision: costs.precision ?? precisionOf(run.spec.dtype), device: costs.deviceName };
  }

  own(run: CostRun): Figures {
    const { at } = run.answers.own;
    return at ? ownFigures(at) : NO_FIGURES;
  }

  at(run: CostRun): Figures {
    const { at } = run.answers.at;
    return at ? atFigures(at) : NO_FIGURES;
  }

  curves(run: CostRun): Curves | null {
    const { at } = run.answers.growth;
    return at ? curvesOf(at, lengthsOf(run.spec.mask)) : null;
  }

  /** What is asked of a run: as it was, at the chosen length, and at many. */
  questions(run: CostRun): readonly [CostAsk, CostAsk, CostAsk] {
    const chosen = this.chosen(run);
    return [ownAsk(run.spec, run.texts, chosen.device), atAsk(run.spec, chosen), growthAsk(run.spec, chosen, lengthsOf(run.spec.mask))];
  }

  /** Call in an effect; gives a way to give up what is not answered. */
  ask(): () => void {
    const stops = this.all.flatMap((run) => {
      const [own, at, growth] = this.questions(run);
      return [run.answers.own.ask(own), run.answers.at.ask(at), run.answers.growth.ask(growth)];
    });
    return () => stops.forEach((stop) => stop?.());
  }
}

export const costRuns = new CostRuns();
