/** What a file is called: by what is in it, in characters that every system takes. */

const LONGEST = 80;

/** Words joined by hyphens; letters of every script stay. */
export const fileName = (words: readonly string[], ending: string): string => {
  const name = words
    .map((word) => word.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}.]+/gu, "-").replace(/^[-.]+|[-.]+$/g, ""))
    .filter(Boolean)
    .join("-");
  return `${[...(name || "attention-atlas")].slice(0, LONGEST).join("")}.${ending}`;
};
