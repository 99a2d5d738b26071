/** Every file views/*.svelte is a view; a file without its `meta`, or two with one name, stop the page at once. */
import type { Component } from "svelte";
import { has } from "../lib/where";
import type { ViewMeta } from "./define";

export interface View extends ViewMeta {
  readonly component: Component;
}

const files = import.meta.glob<{ default: Component; meta?: ViewMeta }>("./*.svelte", { eager: true });

export const views: readonly View[] = Object.entries(files)
  .map(([file, module]) => {
    if (!module.meta) throw new Error(`${file} has no meta`);
    return { ...module.meta, component: module.default };
  })
  .filter(({ runs }) => !runs || has("run"))
  .sort((a, b) => a.order - b.order);

const names = views.map((view) => view.name);
if (new Set(names).size !== names.length) throw new Error(`two views share a name: ${names.join(", ")}`);
