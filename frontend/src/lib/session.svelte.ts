/** The only stores of the page: the run on screen, the selection and the settings. */
import type { RunState } from "./fold";
import type { MapPlace, Selection, Settings } from "./types";
import { placeOf, type Viewport } from "./viewport";

export const FIRST_SELECTION: Selection = { kind: "decoder", layer: 0, head: 0, row: 0, query: null, key: null };

export const FIRST_SETTINGS: Settings = {
  transform: "sqrt",
  order: "layer",
  hideSpecial: false,
  hideFirst: false,
  renormalise: false,
  threshold: 0.02,
  topK: 8,
  filter: "all",
  compared: "moved",
  table: false,
  numbers: false,
};

class Session {
  /** Replaced, never changed in place, at most once a frame while events arrive. */
  run = $state.raw<RunState | null>(null);
  /** A is the stored example, not the user's own run. */
  isExample = $state(false);
  /** What a click chose. */
  pinned = $state.raw<Selection>(FIRST_SELECTION);
  /** What the pointer is over; it wins while it is there. */
  hovered = $state.raw<Selection | null>(null);
  settings = $state.raw<Settings>(FIRST_SETTINGS);
  /** Where maps are zoomed to; null: all is shown. Apart from the settings, since it changes with each step of a drag. */
  place = $state.raw<MapPlace | null>(null);

  get selection(): Selection {
    return this.hovered ?? this.pinned;
  }

  pin(change: Partial<Selection>): void {
    this.pinned = { ...this.pinned, ...change };
    this.hovered = null;
  }

  hover(change: Partial<Selection> | null): void {
    this.hovered = change && { ...this.pinned, ...change };
  }

  look(view: Viewport | null): void {
    this.place = view && placeOf(view);
  }

  set(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
  }
}

export const session = new Session();
