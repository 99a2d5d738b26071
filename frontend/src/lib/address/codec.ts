/** How a value stands in an address, and how it is read back. */

export interface Codec<T> {
  readonly write: (value: T) => string;
  /** null: the words mean nothing. */
  readonly read: (words: string) => T | null;
}

export const text: Codec<string> = { write: (value) => value, read: (words) => words };

/** A toggle stands there while it is on. */
export const flag: Codec<boolean> = { write: (value) => (value ? "1" : "0"), read: (words) => (words === "1" ? true : words === "0" ? false : null) };

export const oneOf = <const T extends string>(all: readonly T[]): Codec<T> => ({
  write: (value) => value,
  read: (words) => all.find((one) => one === words) ?? null,
});

/** A number within bounds, both included. */
export const number = (least: number, most: number): Codec<number> => ({
  write: String,
  read: (words) => {
    const value = words === "" ? NaN : Number(words);
    return value >= least && value <= most ? value : null;
  },
});

export const count = (least: number, most: number): Codec<number> => ({
  write: String,
  read: (words) => {
    const value = /^\d{1,10}$/.test(words) ? Number(words) : NaN;
    return value >= least && value <= most ? value : null;
  },
});

/** What stands at null is left out of the address, so that null is never read. */
export const orNull = <T>({ write, read }: Codec<T>): Codec<T | null> => ({ write: (value) => (value === null ? "" : write(value)), read });

/** Numbers with full stops between them. */
export const counts: Codec<readonly number[]> = {
  write: (values) => values.join("."),
  read: (words) => (/^\d{1,6}(\.\d{1,6})*$/.test(words) ? words.split(".").map(Number) : words === "" ? [] : null),
};

function base64url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Words by their values, which are replaced and never changed: an address is written at every step of a drag. */
const known = new WeakMap<object, string>();

/** JSON in the letters of base64url: what has parts. */
export const packed = <T extends object>(is: (value: unknown) => value is T): Codec<T> => ({
  write: (value) => {
    const words = known.get(value) ?? base64url(value);
    known.set(value, words);
    return words;
  },
  read: (words) => {
    try {
      const bytes = Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return is(value) ? value : null;
    } catch {
      return null;
    }
  },
});

type Json = Readonly<Record<string, unknown>>;
export const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
