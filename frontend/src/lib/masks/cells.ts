/** Who sees whom, cell by cell: packed eight to a byte on the wire, a byte a cell in memory. */
import type { PackedCells } from "../../protocol/wire";

export interface Cells {
  readonly queries: number;
  readonly keys: number;
  /** Row by row; 1: may attend. */
  readonly sees: Uint8Array;
}

export type Span = readonly [first: number, last: number];

export function unpacked({ queries, keys, bits }: PackedCells): Cells {
  const bytes = Uint8Array.from(atob(bits), (character) => character.charCodeAt(0));
  const sees = new Uint8Array(queries * keys);
  for (let at = 0; at < sees.length; at++) sees[at] = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
  return { queries, keys, sees };
}

/** The bits alone, in base64. */
export function packedBits({ sees }: Cells): string {
  const bytes = new Uint8Array(Math.ceil(sees.length / 8));
  for (let at = 0; at < sees.length; at++) if (sees[at]) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (128 >> (at & 7));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The runs of neighbouring keys that a query sees, both ends included. */
export function spansOf({ keys, sees }: Cells, query: number): readonly Span[] {
  const spans: [number, number][] = [];
  for (let key = 0; key < keys; key++) {
    if (!sees[query * keys + key]) continue;
    const last = spans.at(-1);
    if (last && last[1] === key - 1) last[1] = key;
    else spans.push([key, key]);
  }
  return spans;
}

export const countOf = (spans: readonly Span[]): number => spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** 0–1, 7–10; beyond the most, the last ones stand as an ellipsis. */
export function spansInWords(spans: readonly Span[], most = 6): string {
  const said = spans.slice(0, most).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return [...said, ...(spans.length > most ? ["…"] : [])].join(", ");
}

export interface Corner {
  readonly query: number;
  readonly key: number;
}

/** The same cells with a rectangle, corners included, shown or hidden. */
export function withRectangle(cells: Cells, from: Corner, to: Corner, value: 0 | 1): Cells {
  const sees = cells.sees.slice();
  const [left, right] = [Math.min(from.key, to.key), Math.max(from.key, to.key)];
  for (let query = Math.min(from.query, to.query); query <= Math.max(from.query, to.query); query++)
    sees.fill(value, query * cells.keys + left, query * cells.keys + right + 1);
  return { ...cells, sees };
}

export const sameCells = (a: Cells, b: Cells): boolean =>
  a.queries === b.queries && a.keys === b.keys && a.sees.every((value, at) => value === b.sees[at]);

/** Whether some query sees a key after its own. */
export const seesAhead = ({ keys, sees }: Cells): boolean => sees.some((value, at) => value === 1 && at % keys > Math.floor(at / keys));
