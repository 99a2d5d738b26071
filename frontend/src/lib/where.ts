/** Where the page stands, and which of its parts it has there. */

/** file: a file of its own, without a server; embed: in a frame of another page, where it is only read. */
export type Where = "server" | "embed" | "file";

export const HELD_ID = "held";

export const whereOf = (path: string, holds: boolean): Where => (holds ? "file" : path.startsWith("/embed/") ? "embed" : "server");

const path = globalThis.location?.pathname ?? "/";

export const where: Where = whereOf(path, !!globalThis.document?.getElementById(HELD_ID));

/** What a frame may go without. */
export const OPTIONAL = ["sentence", "tabs", "inspector", "tools"] as const;
export type Optional = (typeof OPTIONAL)[number];
/**
 * run: whatever asks for another run, the setup too. studies: saving, sharing, signing in. questions: costs at other
 * settings. pictures: files that the browser makes; numbers: files that the server writes.
 */
export type Part = Optional | "run" | "studies" | "questions" | "pictures" | "numbers";

const LACKING: Readonly<Record<Where, readonly Part[]>> = {
  server: [],
  file: ["run", "studies", "questions", "numbers"],
  embed: ["run", "studies", "numbers", "pictures"],
};

/** `search`: of a frame's address, as in ?hide=tabs,inspector. */
export function partsOf(at: Where, search: string): (part: Part) => boolean {
  const hidden = at === "embed" ? (new URLSearchParams(search).get("hide")?.split(",") ?? []) : [];
  const lacking: ReadonlySet<string> = new Set([...LACKING[at], ...OPTIONAL.filter((part) => hidden.includes(part))]);
  return (part) => !lacking.has(part);
}

const search = globalThis.location?.search ?? "";

/** Kept as the page was opened with it: the address changes with the selection. */
export const has = partsOf(where, search);
export const hideWords = where === "embed" ? (new URLSearchParams(search).get("hide") ?? "") : "";

/** The link by which a frame reads its study. */
export const token = where === "embed" ? (path.split("/")[2] ?? "") : "";
