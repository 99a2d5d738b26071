/** Light or dark: the system's, until the user chooses. */
import type { Theme } from "./types";

const KEPT = "theme";

const system = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

const isTheme = (words: string | null): words is Theme => words === "light" || words === "dark";

class Look {
  /** Canvas code reads this, so that a change of theme draws again. */
  theme = $state<Theme>("light");

  start(): void {
    const kept = localStorage.getItem(KEPT);
    this.#show(isTheme(kept) ? kept : system());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      if (!isTheme(localStorage.getItem(KEPT))) this.#show(system());
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
    localStorage.setItem(KEPT, theme);
    this.#show(theme);
  }

  #show(theme: Theme): void {
    document.documentElement.dataset["theme"] = theme;
    this.theme = theme;
  }
}

export const look = new Look();
