/** Light or dark: the system's, until the user chooses. */
import { kept } from "./kept";
import type { Theme } from "./types";

const KEPT = "theme";

const system = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

const isTheme = (words: string | null): words is Theme => words === "light" || words === "dark";

class Look {
  /** Canvas code reads this, so that a change of theme draws again. */
  theme = $state<Theme>("light");

  start(): void {
    const chosen = kept.get(KEPT);
    this.#show(isTheme(chosen) ? chosen : system());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      if (!isTheme(kept.get(KEPT))) this.#show(system());
    });
  }

  /** Null: it is the system's. */
  get chosen(): Theme | null {
    return this.theme === system() ? null : this.theme;
  }

  /** As an address says, for this page alone; null: it says nothing. */
  follow(theme: Theme | null): void {
    if (theme) this.#show(theme);
  }

  choose(theme: Theme): void {
    kept.set(KEPT, theme);
    this.#show(theme);
  }

  #show(theme: Theme): void {
    document.documentElement.dataset["theme"] = theme;
    this.theme = theme;
  }
}

export const look = new Look();
