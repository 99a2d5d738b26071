/** What stands above an exported picture: which view, of which model, with which mask and position, of which text. */
import type { RunSpec } from "../../protocol/wire";
import { isKey, t } from "../../i18n";
import { sayFact } from "../../i18n/say";
import { sayMask, sayPosition } from "../compare/name";
import { shortened } from "../labels";
import { now } from "../now.svelte";
import { player } from "../play.svelte";
import { route } from "../route.svelte";
import { session } from "../session.svelte";
import { LETTERS, variants } from "../variants.svelte";
import type { Caption } from "./picture";

/** Of a text; a caption is no place for all of a long one. */
const LONGEST = 280;

/** Views of one head, or with one chosen; the others are of the whole run. */
const PLACED: ReadonlySet<string> = new Set(["atlas", "head"]);

const cardOf = (spec: RunSpec) => player.model(spec.model);
const modelOf = (spec: RunSpec): string => cardOf(spec)?.title ?? spec.model;

export const viewTitle = (): string => {
  const key = `views.${route.view}.title`;
  return isKey(key) ? t(key) : route.view;
};

function settings(spec: RunSpec): string {
  const position = spec.position ? sayPosition(spec.position) : sayFact(cardOf(spec)?.position ?? "–");
  return [
    t("export.caption.model", { model: modelOf(spec) }),
    t("export.caption.mask", { mask: sayMask(spec, cardOf(spec)) }),
    t("export.caption.position", { position }),
  ].join(" · ");
}

const quoted = (text: string): string => `“${shortened(text.trim().replace(/\s+/g, " "), LONGEST)}”`;

function where(): string {
  const { layer, head, query, key } = session.pinned;
  const place = t("export.caption.head", { layer: String(layer), head: String(head) });
  if (query === null) return place;
  return `${place} · ${now.queryLabel(query)} (${query})${key === null ? "" : ` → ${now.keyLabel(key)} (${key})`}`;
}

/** What was run, of the variants that are on screen. */
const shown = (): readonly { readonly letter: string; readonly spec: RunSpec }[] =>
  variants.slots.flatMap(({ ran }, index) =>
    ran && (variants.isCompared || index === variants.shown) ? [{ letter: LETTERS[index] ?? "", spec: ran }] : [],
  );

/** A line for each: model, mask and position. */
export function settingsShown(): readonly string[] {
  const specs = shown();
  return specs.map(({ letter, spec }) => (specs.length > 1 ? `${letter}: ${settings(spec)}` : settings(spec)));
}

export function caption(): Caption {
  const specs = shown();
  const texts = [...new Set(specs.flatMap(({ spec }) => [spec.text, ...(spec.second ? [spec.second] : [])]))];
  return {
    title: PLACED.has(route.view) ? `${viewTitle()} · ${where()}` : viewTitle(),
    lines: [
      ...settingsShown(),
      ...texts.map((text) => t("export.caption.text", { text: quoted(text) })),
    ],
  };
}

/** The words of a file's name: model, view, place and text. */
export function nameWords(part: string = route.view): readonly string[] {
  const { layer, head } = session.pinned;
  const [first] = shown();
  if (!first) return ["attention-atlas"];
  const names = [...new Set(shown().map(({ spec }) => modelOf(spec)))];
  const place = part === route.view && !PLACED.has(part) ? [] : [`L${layer}-H${head}`];
  return [...names, part, ...place, shortened(first.spec.text.trim(), 24).replace("…", "")];
}
