/** What a stand-alone file holds: the server's own answers, by their addresses. */
import { decode, encode } from "@msgpack/msgpack";
import type { Cell, Cells, ErrorBody, PackedArray } from "../protocol/wire";
import { numbersOf } from "./float16";
import { HELD_ID } from "./where";

export interface Held {
  readonly version: number;
  readonly title: string;
  /** What stood behind the hash of the page's address. */
  readonly address: string;
  /** A's. */
  readonly run: string;
  readonly made_at: string;
  /** Whose every number is here, of so many. */
  readonly heads: number;
  readonly heads_in_all: number;
  readonly answers: Readonly<Record<string, Uint8Array>>;
}

/** Msgpack in gzip in base64. */
export async function unpacked(text: string): Promise<Held> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return decode(new Uint8Array(await new Response(plain).arrayBuffer())) as Held;
}

/** Null until it is read; for good where the page is served. */
export let held: Held | null = null;

export async function openHeld(): Promise<void> {
  const block = document.getElementById(HELD_ID);
  if (!block) return;
  held = await unpacked(block.textContent ?? "");
  block.remove();
}

const NOT_HERE: ErrorBody = { code: "not_in_file", message: "This is not in the file.", field: null };

const refusal = (): Response => Response.json(NOT_HERE, { status: 404 });

/** A row or a cell of a head whose every cell is here. */
const PART = /^(\/api\/runs\/[^/]+)\/(rows|cells)\/(\w+\/\d+\/\d+)\/(\d+)(?:\/(\d+))?\?(row=\d+)$/;

/** As the server would answer. */
export function heldAnswer({ answers }: Pick<Held, "answers">, path: string, body?: string): Response {
  const said = answers[body === undefined ? path : `${path} ${body}`];
  if (said) return new Response(new Uint8Array(said));
  const [, run, , head, query, key, row] = PART.exec(path) ?? [];
  const whole = answers[`${run}/cells/${head}?${row}`];
  if (!whole) return refusal();
  const cells = decode(whole) as Cells;
  if (key !== undefined) return Response.json(cellOf(cells, Number(query), Number(key)));
  return new Response(new Uint8Array(encode(rowOf(cells.weight, Number(query)))));
}

function rowOf({ shape, dtype, data }: PackedArray, query: number): PackedArray {
  const [, keys = 0] = shape;
  return { shape: [keys], dtype, data: data.slice(4 * keys * query, 4 * keys * (query + 1)) };
}

function cellOf(cells: Cells, query: number, key: number): Cell {
  const keys = cells.weight.shape[1] ?? 0;
  const at = (array: PackedArray | null): number => (array ? (numbersOf(array)[array.shape.length > 1 ? keys * query + key : query] ?? NaN) : NaN);
  const known = (array: PackedArray | null): number | null => (Number.isNaN(at(array)) ? null : at(array));
  const weight = known(cells.weight);
  const allowed = weight !== null;
  return {
    weight,
    score: allowed ? at(cells.score) : null,
    dot: at(cells.dot),
    scale: cells.scale,
    softcap: cells.softcap,
    bias: cells.bias ? at(cells.bias) : 0,
    allowed,
    lse: known(cells.lse),
    kv_head: cells.kv_head,
    row_entropy: known(cells.row_entropy),
    visible_keys: at(cells.visible_keys),
    rank: allowed ? at(cells.rank) : null,
    sink_share: known(cells.sink_share),
  };
}
