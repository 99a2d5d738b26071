/** Names that every part of the page shares. */
import type { RunHeads } from "../protocol/wire";
import type { FilterName } from "./heads";

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
  /** Atlas: the heads in full colour. */
  readonly filter: FilterName;
  /** Atlas of variants that are compared: what it shows of them. */
  readonly compared: "moved" | "maps";
  /** Head: the map as a table of numbers. */
  readonly table: boolean;
  /** Output: bars on tokens as tables of numbers. */
  readonly numbers: boolean;
}

/** A part of a map of so many keys and queries. */
export interface MapPlace {
  /** 1: all fits. */
  readonly zoom: number;
  /** The first key and query in the window, with their fractions. */
  readonly x: number;
  readonly y: number;
  readonly keys: number;
  readonly queries: number;
}
