/** What the browser remembers between visits. Where it lets nothing be kept, nothing is known and nothing fails. */
export const kept = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // A frame of another site, or a full storage: the choice lasts as long as the page.
    }
  },
};
