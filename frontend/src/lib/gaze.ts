/** Where the page looks as a run arrives: within its tokens, at a telling cell, at the sharpest head of a translation. */
import type { ModelCard, RunSpec, RunTokens } from "../protocol/wire";
import { fitted, isFirstSelection, lastQuery, tellingCell } from "./first";
import { isFinal, type RunState } from "./fold";
import { changes } from "./form.svelte";
import { rowOf } from "./grid";
import { findHead, type HeadName, overviewOf } from "./heads";
import { byWeight } from "./row";
import { FIRST_SELECTION, session } from "./session.svelte";
import { sharpest } from "./sharpest";
import { firstKind } from "./sides";

const TEXTS = ["text", "second", "second_as", "padding_side"] as const;
const readsTheSame = (one: RunSpec, other: RunSpec): boolean => !TEXTS.some((name) => changes(one, other).includes(name));

/** Its tokens are the last ones: a model that writes may still add some of them until its first map is there. */
const isSettled = (run: RunState): boolean => !mayWrite(run.tokens?.model) || run.heads.size > 0 || isFinal(run);
const mayWrite = (model: ModelCard | undefined): boolean => model?.family === "lab" || model?.architecture === "encoder_decoder";

export class Gaze {
  /** The tokens that the selection was last brought within. */
  #fitted: RunTokens | null = null;
  /** Look at the last query's largest key once it is here. */
  #fresh = false;
  /** The head of cross-attention that was chosen for the user; another one is the user's own. */
  #pointed: HeadName = FIRST_SELECTION;
  /** The run whose sharpest head of cross-attention is pointed to once all are here. */
  #pointsIn: string | null = null;

  /** A stored text opens on a cell that tells something, unless something is looked at already. */
  open(spec: RunSpec): void {
    if (isFirstSelection(session.pinned) && !this.#fresh) session.pin(tellingCell(spec.model, spec.text));
  }

  /** A run was begun by its id; before it, `ran` was on screen. */
  turnTo(id: string, spec: RunSpec, card: ModelCard | undefined, ran: RunSpec | null): void {
    const before = session.run?.tokens?.model;
    const same = card === undefined || before?.architecture === card.architecture;
    const kind = same ? session.pinned.kind : firstKind(card.architecture);
    // The same words before a sibling of the model: what was looked at is there again.
    const stays = same && ran !== null && before?.vocab === card?.vocab && readsTheSame(spec, ran);
    const anew = same ? {} : { layer: 0, head: 0 };
    session.pinned = { ...session.pinned, kind, ...anew, ...(stays ? {} : { row: 0, query: null, key: null }) };
    this.#fresh = !stays || session.pinned.query === null;
    this.#pointsIn = kind === "cross" && (!same || this.#isUntouched()) ? id : null;
  }

  /** Call before a state of the run is shown: the selection never lies beyond its tokens. */
  fit(run: RunState): void {
    if (!run.tokens || !isSettled(run) || run.tokens === this.#fitted) return;
    session.pinned = fitted(session.pinned, run.tokens);
    this.#fitted = run.tokens;
  }

  /** Call once the state of the run with this id is shown. */
  look(id: string | null, run: RunState): void {
    if (this.#pointsIn !== null && this.#pointsIn === id && isFinal(run)) this.#pointAt(run);
    if (this.#fresh && run.tokens && isSettled(run)) this.#lookAtLast(run);
  }

  #isUntouched(): boolean {
    const { layer, head } = session.pinned;
    return (layer === 0 && head === 0) || (layer === this.#pointed.layer && head === this.#pointed.head);
  }

  /** To the sharpest head, unless the user looks at another one by now. */
  #pointAt(run: RunState): void {
    this.#pointsIn = null;
    const { kind, row } = session.pinned;
    const found = kind === "cross" && this.#isUntouched() ? sharpest(run, row) : undefined;
    if (!found) return;
    this.#pointed = { layer: found.layer, head: found.head };
    session.pin(this.#pointed);
    this.#fresh = true;
  }

  #lookAtLast(run: RunState): void {
    const { kind, layer, row } = session.pinned;
    const query = run.tokens && lastQuery(run.tokens, kind, row);
    if (query === null) return;
    const here = findHead(run, kind, row, layer, session.pinned.head);
    if (session.pinned.query !== null && session.pinned.query !== query) this.#fresh = false;
    if (!this.#fresh) return;
    if (!here) {
      session.pin({ query, key: null });
      return;
    }
    const { block } = here.event;
    const best = byWeight(rowOf(overviewOf(here), Math.floor(query / block)))[0];
    this.#fresh = false;
    // Above one cell a block, which of its keys is the largest is not known yet.
    session.pin({ query, key: block === 1 && best ? best.key : null });
  }
}
