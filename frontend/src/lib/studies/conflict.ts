/** Two revisions of one study that were made from the same one, and what differs between them. */
import type { RunSpec, Study, StudyState } from "../../protocol/wire";
import { changes } from "../form.svelte";
import { readAddress } from "../url";

/** What a revision holds. */
export interface Content {
  readonly title: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly state: StudyState;
}

export interface Conflict {
  readonly mine: Content;
  /** The revision that mine was made from. */
  readonly revision: number;
  /** When mine was made, in milliseconds. */
  readonly at: number;
  readonly theirs: Study;
}

/** One thing that differs. field: of a request, for the variant with the letter. Null: that side has none. */
export type Difference =
  | { readonly what: "title" | "notes" | "tags" | "view"; readonly mine: string; readonly theirs: string }
  | { readonly what: "selection" | "options" }
  | { readonly what: "variant"; readonly letter: string; readonly here: "mine" | "theirs" }
  | { readonly what: "field"; readonly letter: string; readonly field: keyof RunSpec; readonly mine: RunSpec; readonly theirs: RunSpec };

export function differencesOf(mine: Content, theirs: Content): readonly Difference[] {
  const words = (["title", "notes"] as const).flatMap((what): Difference[] => (mine[what] === theirs[what] ? [] : [{ what, mine: mine[what], theirs: theirs[what] }]));
  const [myTags, theirTags] = [mine.tags.join(", "), theirs.tags.join(", ")];
  const tags: Difference[] = myTags === theirTags ? [] : [{ what: "tags", mine: myTags, theirs: theirTags }];
  return [...words, ...tags, ...variantsOf(mine.state, theirs.state), ...looksOf(mine.state, theirs.state)];
}

function variantsOf(mine: StudyState, theirs: StudyState): readonly Difference[] {
  const letters = [...new Set([...mine.variants, ...theirs.variants].map(({ letter }) => letter))].sort();
  return letters.flatMap((letter): Difference[] => {
    const [one, other] = [mine, theirs].map(({ variants }) => variants.find((variant) => variant.letter === letter)?.spec);
    if (!one || !other) return [{ what: "variant", letter, here: one ? "mine" : "theirs" }];
    return changes(one, other).map((field) => ({ what: "field", letter, field, mine: one, theirs: other }));
  });
}

function looksOf(mine: StudyState, theirs: StudyState): readonly Difference[] {
  const [one, other] = [readAddress("", mine.address), readAddress("", theirs.address)];
  const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  const parts = ({ settings, options, compare, place }: typeof one) => [settings, options, compare, place];
  return [
    ...(one.view === other.view ? [] : [{ what: "view" as const, mine: one.view, theirs: other.view }]),
    ...(differ(one.selection, other.selection) ? [{ what: "selection" as const }] : []),
    ...(differ(parts(one), parts(other)) ? [{ what: "options" as const }] : []),
  ];
}
