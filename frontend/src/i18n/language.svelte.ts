/** The language on screen: the browser's, until the user chooses. */
import { kept } from "../lib/kept";
import type { Lang } from "../lib/types";
import { where } from "../lib/where";

const KEPT = "language";

/** The first of the languages that the browser asks for and the page has. */
export function preferred(asked: readonly string[]): Lang {
  for (const tag of asked) {
    if (/^zh\b/i.test(tag)) return "zh";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

const isLang = (words: string | null): words is Lang => words === "en" || words === "zh";

class Language {
  current = $state<Lang>("en");

  start(): void {
    const chosen = kept.get(KEPT);
    this.#show(isLang(chosen) ? chosen : preferred(navigator.languages));
  }

  /** Null: it is the one that the browser asks for. */
  get chosen(): Lang | null {
    return this.current === preferred(navigator.languages) ? null : this.current;
  }

  /** As an address says, for this page alone; null: it says nothing. */
  follow(lang: Lang | null): void {
    if (lang) this.#show(lang);
  }

  choose(lang: Lang): void {
    kept.set(KEPT, lang);
    this.#show(lang);
  }

  #show(lang: Lang): void {
    // Han glyphs differ by country, and fonts choose them by this attribute.
    document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
    // The server's own pages read it.
    // A frame and a file set no cookies.
    if (where === "server") document.cookie = `django_language=${lang === "zh" ? "zh-hans" : "en"}; path=/; samesite=lax; max-age=31536000`;
    this.current = lang;
  }
}

export const language = new Language();
