/** A pasted config: one JSON object, or where it stops being one. */
import type { ErrorBody } from "../../protocol/wire";

export const MOST_CHARACTERS = 200_000;

export interface Pasted {
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly fault: ErrorBody | null;
}

const refused = (code: string, message: string, data: ErrorBody["data"] = {}): Pasted => ({ config: null, fault: { code, message, field: "config", data } });

export function read(text: string): Pasted {
  if (text.trim() === "") return { config: null, fault: null };
  if (text.length > MOST_CHARACTERS) return refused("config_too_long", `A config has at most ${MOST_CHARACTERS} characters.`, { n: text.length, most: MOST_CHARACTERS });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return notJson(text, String(error));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refused("config_no_object", "A config is one JSON object, in braces.");
  return { config: value as Record<string, unknown>, fault: null };
}

/** Browsers tell the place in their own words: by its number, or by line and column, or not at all. */
function notJson(text: string, said: string): Pasted {
  const place = Number(/position (\d+)/.exec(said)?.[1] ?? (/end of/i.test(said) ? text.length : Number.NaN));
  const told = /line (\d+) column (\d+)/.exec(said);
  const before = text.slice(0, place).split("\n");
  const line = told ? Number(told[1]) : Number.isNaN(place) ? null : before.length;
  const column = told ? Number(told[2]) : (before.at(-1)?.length ?? 0) + 1;
  return line === null ? refused("config_not_json", "This is not JSON.") : refused("config_not_json_at", `This is not JSON: see line ${line}, column ${column}.`, { line, column });
}
