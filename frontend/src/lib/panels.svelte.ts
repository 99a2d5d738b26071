/** Which parts of the frame are open: panels on narrow screens, the drawer, the list of keys. */
export type Panel = "view" | "setup" | "inspect";

class Panels {
  /** The part shown on a narrow screen. */
  shown = $state<Panel>("view");
  /** The setup rail as a drawer on a middling screen. */
  drawer = $state(false);
  /** Notes and comments of the study, in the place of the inspector. */
  study = $state(false);
  keys = $state(false);
  /** The mask editor. */
  mask = $state(false);
}

export const panels = new Panels();

/** Whose keyboard has ⌘ rather than Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");
