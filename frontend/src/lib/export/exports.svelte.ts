/** Files of what is on screen, made and handed to the browser. */
import type { ErrorBody, StudyFile } from "../../protocol/wire";
import { packed } from "../api";
import { session } from "../session.svelte";
import { studies } from "../studies/studies.svelte";
import { LETTERS, variants } from "../variants.svelte";
import { caption, nameWords } from "./caption";
import { fileName } from "./name";
import { numbersUrl, outputUrl } from "./numbers";
import { pngFile, sceneOf, svgFile } from "./picture";

/** Shorter ones are still read while the download begins. */
const KEPT_MS = 60_000;

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

export type Picture = "png" | "svg";

/** False: the view shows nothing that could be drawn. */
export async function savePicture(view: HTMLElement, kind: Picture): Promise<boolean> {
  const scene = sceneOf(view, caption());
  if (!scene) return false;
  save(kind === "svg" ? svgFile(scene) : await pngFile(scene), fileName(nameWords(), kind));
  return true;
}

/** What is on screen as a study file, saved or not. */
export function studyFile(title: string): StudyFile {
  const { current } = studies;
  const digests = variants.slots.map(({ state }, index) => state?.digest ?? (index === 0 ? session.run?.digest : undefined));
  return {
    format: "attention-atlas/study",
    version: 1,
    title: current?.title ?? title,
    notes: current?.notes ?? "",
    tags: current?.tags ?? [],
    state: studies.screen,
    runs: Object.fromEntries(digests.flatMap((digest, index) => (digest ? [[LETTERS[index] ?? "", digest]] : []))),
  };
}

export function saveStudy(title: string): void {
  const file = studyFile(title);
  save(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }), fileName([file.title], "study.json"));
}

export type Format = "csv" | "npz" | "json";

export interface Numbers {
  readonly formats: readonly Format[];
  /** Of the variant; null where there is only one. */
  readonly letter: string | null;
  readonly url: (format: Format) => string;
  readonly name: (format: Format) => string;
}

/** Runs that are on screen, each with its letter where there are several. */
const onScreen = (): readonly { readonly run: string; readonly letter: string | null }[] =>
  variants.slots.flatMap((slot, index) => {
    const state = index === variants.shown ? session.run : slot.state;
    if (!state || !(variants.isCompared || index === variants.shown)) return [];
    return [{ run: state.run_id, letter: variants.isCompared ? (LETTERS[index] ?? "") : null }];
  });

/** The numbers of the Output view. */
export const outputs = (): readonly Numbers[] =>
  onScreen().map(({ run, letter }) => ({
    formats: ["csv", "npz", "json"],
    letter,
    url: (format) => outputUrl(run, session.pinned.row, format),
    name: (format) => fileName([...(letter ? [letter] : []), ...nameWords("output")], format),
  }));

/** The weights of each variant that is on screen: of the chosen head, or with `whole` of its layer. */
export function numbers(whole: boolean): readonly Numbers[] {
  const { kind, layer, head, row } = session.pinned;
  const { hideSpecial, hideFirst, renormalise } = session.settings;
  const part = whole ? `${kind}-layer` : kind;
  return onScreen().map(({ run, letter }) => {
    const asked = { run, kind, layer, head: whole ? null : head, row, hide: { hideSpecial, hideFirst, renormalise } };
    return {
      formats: ["csv", "npz"],
      letter,
      url: (format) => numbersUrl(asked, format),
      name: (format) => fileName([...(letter ? [letter] : []), ...nameWords(part)], format),
    };
  });
}

/** Null: the file is saved. */
export async function saveNumbers({ url, name }: Numbers, format: Format): Promise<ErrorBody | null> {
  const reply = await packed(url(format));
  if (!reply.ok) return reply.error;
  save(new Blob([new Uint8Array(reply.value)]), name(format));
  return null;
}
