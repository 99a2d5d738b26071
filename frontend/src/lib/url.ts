/** What the address holds: `?run=ID#head&layer=16`. The run stands in the query; all that only the page needs stands behind the hash. */
import { FIRST_OPTIONS, type Options } from "./address/options";
import { ROWS, type Part } from "./address/rows";
import type { Change } from "./address/spec";
import { FIRST_SELECTION, FIRST_SETTINGS } from "./session.svelte";
import type { MapPlace, Selection, Settings } from "./types";
import type { Layout, Written } from "./variants.svelte";

export interface Address {
  /** The run on screen; null: the stored example. */
  readonly run: string | null;
  readonly view: string;
  /** The settings of A, whole where they name a model, else what is not as in the run; null: those of the run. */
  readonly spec: Change | null;
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
  /** Where maps are zoomed to; null: all is shown. */
  readonly place: MapPlace | null;
  readonly options: Options;
}

export const FIRST_ADDRESS: Address = {
  run: null,
  view: "atlas",
  spec: null,
  training: null,
  variants: [],
  shown: 0,
  compare: null,
  selection: FIRST_SELECTION,
  settings: FIRST_SETTINGS,
  place: null,
  options: FIRST_OPTIONS,
};

/** An address has to fit where people paste it: longer words are kept by the server, and their draft is named instead. */
export const MOST_IN_ADDRESS = 1200;
/** Until there is a draft, words up to here stand in the address itself, so that nothing is lost without a server. */
const MOST_WITHOUT_DRAFT = 60_000;
/** `draft.text=ID`: the words of `text` are the draft with this id. */
const DRAFT = "draft.";

/** The words of a draft by its id, and the other way round; null: not known (yet). */
export interface Drafts {
  readonly words: (id: string) => string | null;
  readonly id: (words: string) => string | null;
}
export const NO_DRAFTS: Drafts = { words: () => null, id: () => null };

/** An unpaired surrogate fits nowhere. */
const isText = (words: string): boolean => !/\p{Surrogate}/u.test(words);
const fits = (words: string, most = MOST_IN_ADDRESS): boolean => words.length <= most && encodeURIComponent(words).length <= most;
/** Whether words stand in an address by themselves, however the server is. */
export const standsAlone = (words: string): boolean => isText(words) && fits(words, MOST_WITHOUT_DRAFT);

function wordsIn(hash: string): { readonly view: string; readonly given: URLSearchParams } {
  const [view = "", ...rest] = hash.replace(/^#/, "").split("&");
  return { view, given: new URLSearchParams(rest.join("&")) };
}

/** The ids of the drafts that an address names. */
export const draftsIn = (hash: string): readonly string[] => [...wordsIn(hash).given].flatMap(([name, id]) => (name.startsWith(DRAFT) ? [id] : []));

/** The parts of an address that mean nothing, by their names. */
export function brokenIn(hash: string, drafts: Drafts = NO_DRAFTS): readonly string[] {
  return [...new Set([...wordsIn(hash).given].flatMap(([given, words]) => {
    const name = given.startsWith(DRAFT) ? given.slice(DRAFT.length) : given;
    const told = given === name ? words : drafts.words(words);
    const part = told === null ? null : (ROWS.find((row) => row.name === name)?.read(told) ?? null);
    const empty = part === null || (part.spec !== undefined && Object.keys(part.spec).length === 0);
    return empty && name !== "" ? [name] : [];
  }))];
}

export function readAddress(search: string, hash: string, drafts: Drafts = NO_DRAFTS): Address {
  const { view, given } = wordsIn(hash);
  const parts = ROWS.map(({ name, read }): Part | null => {
    const draft = given.get(`${DRAFT}${name}`);
    const words = given.get(name) ?? (draft === null ? null : drafts.words(draft));
    return words === null ? null : read(words);
  });
  return parts.reduce<Address>(
    (address, part) => ({
      ...address,
      ...part,
      spec: part?.spec ? { ...address.spec, ...part.spec } : address.spec,
      selection: { ...address.selection, ...part?.selection },
      settings: { ...address.settings, ...part?.settings },
      options: { ...address.options, ...part?.options },
    }),
    { ...FIRST_ADDRESS, run: new URLSearchParams(search).get("run") || null, view: view || FIRST_ADDRESS.view },
  );
}

/** Words by the names of their rows; of those that stand at their first value, none. */
const written = (address: Address): readonly (readonly [name: string, words: string])[] =>
  ROWS.flatMap(({ name, write }) => {
    const words = write(address);
    return words === undefined || !isText(words) ? [] : [[name, words] as const];
  });

/** The words that are too long for the address. */
export const tooLong = (address: Address): readonly string[] => written(address).flatMap(([, words]) => (fits(words) ? [] : [words]));

export function writeAddress(address: Address, drafts: Drafts = NO_DRAFTS): string {
  const words = written(address).flatMap(([name, words]) => {
    const id = fits(words) ? null : drafts.id(words);
    if (id !== null) return [`${DRAFT}${name}=${id}`];
    return fits(words, MOST_WITHOUT_DRAFT) ? [`${name}=${encodeURIComponent(words)}`] : [];
  });
  const search = address.run ? `?run=${encodeURIComponent(address.run)}` : "";
  const hash = [address.view, ...words].join("&");
  return hash === FIRST_ADDRESS.view ? search || "?" : `${search}#${hash}`;
}
