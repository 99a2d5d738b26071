/** What the address holds: one row for each part of the state, read and written by the same row. */
import { FIRST_SELECTION, FIRST_SETTINGS } from "./session.svelte";
import type { Kind, Selection, Settings } from "./types";
import { LAYOUTS, LETTERS, type Layout, type Written } from "./variants.svelte";

export interface Address {
  /** The run on screen; null: the stored example. */
  readonly run: string | null;
  readonly view: string;
  /** A text typed and not run yet; null: the text of the run. */
  readonly draft: string | null;
  /** The training on view. */
  readonly training: string | null;
  /** Variants beside A. */
  readonly variants: readonly Written[];
  /** The one that the setup shows; 0: A. */
  readonly shown: number;
  /** How variants stand beside each other; null: one is on view. */
  readonly compare: Layout | null;
  readonly selection: Selection;
  readonly settings: Settings;
}

export const FIRST_ADDRESS: Address = {
  run: null,
  view: "atlas",
  draft: null,
  training: null,
  variants: [],
  shown: 0,
  compare: null,
  selection: FIRST_SELECTION,
  settings: FIRST_SETTINGS,
};

/** Longer drafts stay in the tab's own storage: an address has to fit where people paste it. */
export const MAX_DRAFT_IN_ADDRESS = 300;

interface Row {
  readonly name: string;
  /** undefined: this part stands at its first value and is left out. */
  readonly write: (address: Address) => string | undefined;
  /** null: the words in the address mean nothing; the first value stays. */
  readonly read: (words: string) => Part | null;
}

interface Part {
  readonly draft?: string;
  readonly training?: string;
  readonly variants?: readonly Written[];
  readonly shown?: number;
  readonly compare?: Layout;
  readonly selection?: Partial<Selection>;
  readonly settings?: Partial<Settings>;
}

const KINDS: readonly Kind[] = ["encoder", "decoder", "cross"];
const TRANSFORMS: readonly Settings["transform"][] = ["sqrt", "linear", "log"];
const ORDERS: readonly Settings["order"][] = [
  "layer", "entropy", "distance", "first_token", "previous_token", "self_token", "separator", "induction", "largest",
];

const count = (words: string): number | null => (/^\d{1,6}$/.test(words) ? Number(words) : null);

/** The name is the one in the address; the key, in the selection. */
const index = (name: string, key: "layer" | "head" | "row" | "query" | "key"): Row => ({
  name,
  write: ({ selection }) => {
    const value = selection[key];
    return value === null || value === FIRST_SELECTION[key] ? undefined : String(value);
  },
  read: (words) => {
    const value = count(words);
    return value === null ? null : { selection: { [key]: value } };
  },
});

const choice = <K extends "transform" | "order">(name: string, key: K, all: readonly Settings[K][]): Row => ({
  name,
  write: ({ settings }) => (settings[key] === FIRST_SETTINGS[key] ? undefined : settings[key]),
  read: (words) => {
    const found = all.find((one) => one === words);
    return found === undefined ? null : { settings: { [key]: found } };
  },
});

const toggle = (name: string, key: "hideSpecial" | "hideFirst" | "renormalise"): Row => ({
  name,
  write: ({ settings }) => (settings[key] ? "1" : undefined),
  read: (words) => (words === "1" ? { settings: { [key]: true } } : null),
});

const number = (name: string, key: "threshold" | "topK", least: number, most: number): Row => ({
  name,
  write: ({ settings }) => (settings[key] === FIRST_SETTINGS[key] ? undefined : String(settings[key])),
  read: (words) => {
    const value = words === "" ? NaN : Number(words);
    return value >= least && value <= most ? { settings: { [key]: value } } : null;
  },
});

/** A longer change is left to the run that was made of it. */
const MAX_CHANGE_IN_ADDRESS = 1500;

/** JSON in the letters of base64url, as [change, run] for each. */
function writeVariants(variants: readonly Written[]): string {
  const rows = variants.map(({ change, run }) => [run !== null && JSON.stringify(change).length > MAX_CHANGE_IN_ADDRESS ? null : change, run]);
  const bytes = new TextEncoder().encode(JSON.stringify(rows));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const isChange = (value: unknown): value is Written["change"] => typeof value === "object" && !Array.isArray(value);

function readVariants(words: string): readonly Written[] | null {
  try {
    const bytes = Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const rows: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(rows) || rows.length >= LETTERS.length) return null;
    return rows.flatMap((row: unknown) => {
      const [change, run] = Array.isArray(row) ? (row as unknown[]) : [];
      return isChange(change) && (run === null || typeof run === "string") ? [{ change, run }] : [];
    });
  } catch {
    return null;
  }
}

const fitsAddress = (draft: string): boolean => draft.length <= MAX_DRAFT_IN_ADDRESS && !/\p{Surrogate}/u.test(draft);

export const ROWS: readonly Row[] = [
  {
    name: "kind",
    write: ({ selection: { kind } }) => (kind === FIRST_SELECTION.kind ? undefined : kind),
    read: (words) => {
      const kind = KINDS.find((one) => one === words);
      return kind === undefined ? null : { selection: { kind } };
    },
  },
  index("layer", "layer"),
  index("head", "head"),
  index("row", "row"),
  index("query", "query"),
  index("key", "key"),
  choice("scale", "transform", TRANSFORMS),
  choice("order", "order", ORDERS),
  toggle("hide-special", "hideSpecial"),
  toggle("hide-first", "hideFirst"),
  toggle("renormalise", "renormalise"),
  number("threshold", "threshold", 0, 1),
  number("top", "topK", 1, 1000),
  {
    name: "training",
    write: ({ training }) => training ?? undefined,
    read: (words) => (/^[0-9a-f-]{36}$/.test(words) ? { training: words } : null),
  },
  {
    name: "variants",
    write: ({ variants }) => (variants.length > 0 ? writeVariants(variants) : undefined),
    read: (words) => {
      const variants = readVariants(words);
      return variants === null ? null : { variants };
    },
  },
  {
    name: "shown",
    write: ({ shown }) => (shown > 0 ? LETTERS[shown] : undefined),
    read: (words) => {
      const shown = LETTERS.findIndex((letter) => letter === words);
      return shown < 0 ? null : { shown };
    },
  },
  {
    name: "compare",
    write: ({ compare }) => compare ?? undefined,
    read: (words) => {
      const compare = LAYOUTS.find((one) => one === words);
      return compare === undefined ? null : { compare };
    },
  },
  {
    name: "text",
    write: ({ draft }) => (draft !== null && fitsAddress(draft) ? draft : undefined),
    read: (words) => ({ draft: words }),
  },
];

/** The run stands in the query; all that only the page needs stands behind the hash: `?run=ID#head&layer=16`. */
export function readAddress(search: string, hash: string): Address {
  const [view = "", ...rest] = hash.replace(/^#/, "").split("&");
  const words = new URLSearchParams(rest.join("&"));
  const parts = ROWS.map(({ name, read }) => {
    const given = words.get(name);
    return given === null ? null : read(given);
  });
  return parts.reduce<Address>(
    (address, part) => ({
      ...address,
      ...part,
      selection: { ...address.selection, ...part?.selection },
      settings: { ...address.settings, ...part?.settings },
    }),
    { ...FIRST_ADDRESS, run: new URLSearchParams(search).get("run") || null, view: view || FIRST_ADDRESS.view },
  );
}

export function writeAddress(address: Address): string {
  const words = ROWS.flatMap(({ name, write }) => {
    const value = write(address);
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const search = address.run ? `?run=${encodeURIComponent(address.run)}` : "";
  const hash = [address.view, ...words].join("&");
  return hash === FIRST_ADDRESS.view ? search || "?" : `${search}#${hash}`;
}
