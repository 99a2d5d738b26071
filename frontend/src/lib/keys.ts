/** Keys that work everywhere on the page; a map's own arrows are the view's. */
import { views } from "../views";
import { form } from "./form.svelte";
import { stepHead } from "./move";
import { player } from "./play.svelte";
import { route } from "./route.svelte";
import { panels } from "./panels.svelte";
import { session } from "./session.svelte";
import { variants } from "./variants.svelte";
import { has } from "./where";

/** Where letters are typed; a box, a dial or a slider takes none. */
const FIELD = "textarea, select, input:not([type=checkbox], [type=radio], [type=range])";
const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.matches(FIELD) || target.isContentEditable);

/** From the nearest to the farthest: leave the field, close the drawer, stop the run, clear the selection. */
function escape(): void {
  if (form.editing && session.run?.tokens) form.editing = false;
  else if (panels.drawer) panels.drawer = false;
  else if (player.isRunning && has("run")) void player.cancel();
  else if (session.hovered) session.hover(null);
  else session.pin(session.pinned.key === null ? { query: null } : { key: null });
}

const SINGLE: Readonly<Record<string, () => void>> = {
  e: () => void (has("run") && form.edit()),
  "?": () => (panels.keys = true),
  c: () => {
    variants.toggle();
    route.push();
  },
  "[": () => stepHead(-1),
  "]": () => stepHead(1),
};

export function press(event: KeyboardEvent): void {
  // An open dialog has the keys: Escape closes it, and nothing behind it changes.
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    if (has("run")) void player.start();
    return;
  }
  if (event.key === "Escape") {
    escape();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  const view = /^[1-9]$/.test(event.key) && has("tabs") ? views[Number(event.key) - 1] : undefined;
  const act = view ? () => route.go(view.name) : SINGLE[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}
