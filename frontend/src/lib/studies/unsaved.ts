/** What the server has not taken yet, kept in the browser until it has: nothing is lost when the server is away or the page is closed. */
import type { Content } from "./conflict";

export interface Unsaved {
  /** The revision that it was made from. */
  readonly revision: number;
  /** Milliseconds. */
  readonly at: number;
  readonly content: Content;
}

const nameOf = (study: string): string => `unsaved:${study}`;

export const unsaved = {
  read(study: string): Unsaved | null {
    try {
      return JSON.parse(localStorage.getItem(nameOf(study)) ?? "null") as Unsaved | null;
    } catch {
      return null;
    }
  },
  keep(study: string, kept: Unsaved): void {
    try {
      localStorage.setItem(nameOf(study), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: the open page still has it.
    }
  },
  forget(study: string): void {
    localStorage.removeItem(nameOf(study));
  },
};
