import { describe, expect, it } from "vitest";
import type { RunTokens } from "../../protocol/wire";
import { MODEL, token } from "../fixtures";
import type { Selection } from "../types";
import { isThere, nameOf, placesAt, selectionOf, sideOf, type Place } from "./places";

const row = (...labels: readonly string[]) => ({ tokens: labels.map((label) => token(label)), notices: [] });
const TEXT: RunTokens = { type: "run.tokens", seq: 1, model: MODEL, target: [], rows: [row("the", "cat", "sat")] };
const PAIR: RunTokens = { ...TEXT, model: { ...MODEL, architecture: "encoder_decoder" }, target: [row("猫", "坐")] };
const AT: Selection = { kind: "decoder", layer: 1, head: 2, row: 0, query: 2, key: 1 };

const CELL: Place = { type: "cell", letter: "A", kind: "decoder", layer: 1, head: 2, row: 0, query: 2, key: 1, query_label: "sat", key_label: "cat" };
const HEAD: Place = { type: "head", letter: "A", kind: "decoder", layer: 1, head: 2 };
const word = (at: number, label: string, side: "query" | "key" = "query"): Place => ({ type: "token", letter: "A", row: 0, side, token: at, label });

describe("what is selected, as places", () => {
  it("is the cell, its head and its two tokens", () => {
    expect(placesAt(AT, "A", TEXT)).toEqual([CELL, HEAD, word(2, "sat"), word(1, "cat")]);
  });

  it("is one token where it looks at itself, and the head alone where nothing is chosen", () => {
    expect(placesAt({ ...AT, key: 2 }, "A", TEXT).slice(2)).toEqual([word(2, "sat")]);
    expect(placesAt({ ...AT, query: null, key: null }, "A", TEXT)).toEqual([HEAD]);
  });

  it("has targets as queries and sources as keys, in every kind of map", () => {
    expect(placesAt({ ...AT, kind: "cross", query: 1, key: 1 }, "A", PAIR).slice(2)).toEqual([word(1, "坐"), word(1, "cat", "key")]);
    expect(placesAt({ ...AT, kind: "encoder", query: 0, key: 2 }, "A", PAIR).slice(2)).toEqual([word(0, "the", "key"), word(2, "sat", "key")]);
    expect(sideOf("encoder", "query", false)).toBe("query");
  });
});

describe("a place", () => {
  it.each([
    [CELL, true], [HEAD, true], [word(0, "the"), true], [word(0, ""), true], [{ type: "none" }, true],
    [word(0, "a"), false], [word(3, "the"), false], [{ ...HEAD, layer: 2 }, false], [{ ...HEAD, head: 3 }, false],
    [{ ...HEAD, kind: "cross" }, false], [{ ...CELL, key: 0 }, false], [{ ...CELL, row: 1 }, false],
  ] as const)("%j is there: %s", (place, there) => {
    expect(isThere(place as Place, TEXT)).toBe(there);
  });

  it("comes back as the selection that it was made of", () => {
    const elsewhere: Selection = { ...AT, kind: "encoder", layer: 0, head: 0, query: 0, key: 0 };
    for (const place of placesAt(AT, "A", PAIR).slice(0, 2))
      expect(placesAt({ ...elsewhere, ...selectionOf(place, elsewhere, PAIR) }, "A", PAIR).map(nameOf)).toContain(nameOf(place));
  });

  it("of a source token is looked at in a map that reads it", () => {
    const source = word(1, "cat", "key");
    expect(selectionOf(source, { ...AT, kind: "cross", query: 0 }, PAIR)).toEqual({ row: 0, key: 1, query: 0 });
    expect(selectionOf(source, { ...AT, kind: "decoder" }, PAIR)).toEqual({ kind: "encoder", row: 0, query: 1, key: null });
    expect(selectionOf(word(1, "坐"), { ...AT, kind: "encoder" }, PAIR)).toEqual({ kind: "decoder", row: 0, query: 1, key: null });
  });

  it("has a name of its own", () => {
    const all = [...placesAt(AT, "A", TEXT), ...placesAt(AT, "B", TEXT), ...placesAt({ ...AT, kind: "cross", query: 0 }, "A", PAIR), { type: "none" } as const];
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
  });
});
