/** Names that every part of the page shares. */
import type { RunHeads } from "../protocol/wire";

export type Kind = RunHeads["kind"];
export type Lang = "en" | "zh";
export type Theme = "light" | "dark";
export type Transform = "sqrt" | "linear" | "log";

export type MeasureName = keyof RunHeads["measures"];

/** What is looked at. Every view reads the same selection; query and key are token indices in the row. */
export interface Selection {
  readonly kind: Kind;
  readonly layer: number;
  readonly head: number;
  readonly row: number;
  readonly query: number | null;
  readonly key: number | null;
}

/** How it is looked at. */
export interface Settings {
  readonly transform: Transform;
  /** "layer": layers × heads; else the measure that tiles are sorted by, largest first. */
  readonly order: "layer" | MeasureName;
  readonly hideSpecial: boolean;
  readonly hideFirst: boolean;
  /** Divide each row by what is left after hiding. */
  readonly renormalise: boolean;
  /** Arcs: weights below are not drawn. */
  readonly threshold: number;
  /** Arcs: at most this many per query. */
  readonly topK: number;
}
