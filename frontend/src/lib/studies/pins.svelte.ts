/** Places of comments in what is on screen: which can be set, which are there, and how to get to one. */
import type { RunTokens } from "../../protocol/wire";
import { changes } from "../form.svelte";
import { panels } from "../panels.svelte";
import { route } from "../route.svelte";
import { session } from "../session.svelte";
import { LETTERS, variants } from "../variants.svelte";
import { comments } from "./comments.svelte";
import { isThere, nameOf, placesAt, selectionOf, sideOf, type Place, type TokenPlace } from "./places";
import { studies } from "./studies.svelte";

/** Where the page has one column, the panel lies over the view. */
const NARROW = "(max-width: 720px)";

const runOf = (letter: string) => variants.slots[LETTERS.findIndex((one) => one === letter)]?.state ?? (letter === variants.letter ? session.run : null);
const tokensOf = (place: Place): RunTokens | null => (place.type === "none" ? null : (runOf(place.letter)?.tokens ?? null));

/** Places of one name are one, with the number of threads on it. */
function counted<T>(places: readonly T[], name: (place: T) => string): ReadonlyMap<string, T & { readonly n: number }> {
  const counts = new Map<string, T & { readonly n: number }>();
  for (const place of places) counts.set(name(place), { ...place, n: (counts.get(name(place))?.n ?? 0) + 1 });
  return counts;
}

class Pins {
  /** Places of the variant that is shown, in the row that is looked at, to which an open thread is pinned. */
  readonly #placed = $derived.by((): readonly Place[] => {
    const tokens = session.run?.tokens;
    if (!tokens) return [];
    const { row } = session.pinned;
    return comments.open
      .map(({ root }) => root.anchor)
      .filter((place) => place.type !== "none" && place.letter === variants.letter && (!("row" in place) || place.row === row) && isThere(place, tokens));
  });

  /** Layer and head -> open threads on the head and on its cells. */
  readonly heads = $derived(
    counted(
      this.#placed.filter((place) => place.type === "head" || place.type === "cell").filter(({ kind }) => kind === session.pinned.kind),
      ({ layer, head }) => `${layer} ${head}`,
    ),
  );

  /** Cells of the head that is looked at. */
  readonly cells = $derived(
    counted(
      this.#placed.filter((place) => place.type === "cell").filter(({ kind, layer, head }) => {
        const { pinned } = session;
        return kind === pinned.kind && layer === pinned.layer && head === pinned.head;
      }),
      nameOf,
    ),
  );

  /** Side and token -> threads on it. */
  readonly #tokens = $derived(counted(this.#placed.filter((place) => place.type === "token"), ({ side, token }) => `${side} ${token}`));

  /** What is on screen was run with the study's own settings. */
  readonly isOfStudy = $derived.by((): boolean => {
    const kept = studies.current?.state.variants.find(({ letter }) => letter === variants.letter)?.spec;
    const ran = variants.slots[variants.shown]?.ran;
    return kept !== undefined && ran != null && changes(kept, ran).length === 0;
  });

  /** Where a comment can be pinned now, from the nearest to the widest. */
  readonly offered = $derived.by((): readonly Place[] => {
    const tokens = session.run?.tokens;
    return tokens && this.isOfStudy ? placesAt(session.pinned, variants.letter, tokens) : [];
  });

  readonly #selected = $derived(new Set(this.offered.map(nameOf)));

  isSelected(place: Place): boolean {
    return this.#selected.has(nameOf(place));
  }

  isThere(place: Place): boolean {
    const tokens = tokensOf(place);
    return tokens !== null && isThere(place, tokens);
  }

  /** Threads on a token of the strip of this side of the map. */
  onToken(end: "query" | "key", token: number): number {
    const hasTarget = (session.run?.tokens?.target.length ?? 0) > 0;
    const side: TokenPlace["side"] = sideOf(session.pinned.kind, end, hasTarget);
    return this.#tokens.get(`${side} ${token}`)?.n ?? 0;
  }

  /** Selects the place, in a view that shows it. */
  go(place: Place): void {
    const tokens = tokensOf(place);
    if (!tokens || place.type === "none") return;
    variants.show(LETTERS.findIndex((letter) => letter === place.letter));
    session.pin(selectionOf(place, session.pinned, tokens));
    if (place.type === "cell") route.go("head");
    else if (place.type === "head" && route.view !== "head") route.go("atlas");
    if (!matchMedia(NARROW).matches) return;
    panels.study = false;
    panels.shown = "view";
  }
}

export const pins = new Pins();
