/** Words that were typed and not sent yet: they outlive a reload, a sign-in and a panel that was closed. */
const KEPT = "unsent";

function all(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export const unsent = {
  read: (name: string): string => all()[name] ?? "",
  write(name: string, text: string): void {
    const kept = Object.entries({ ...all(), [name]: text }).filter(([, words]) => words !== "");
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // They stay in the field, and are gone with it.
    }
  },
};
