/** A map held whole is hidden, renormalised and pooled as the server does it: both read the same cases. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packed } from "./fixtures";
import { type Grid, gridOf, pooled, rowOf } from "./grid";
import { hide } from "./hide";
import { marginsOf } from "./margins";

type Numbers = readonly (number | null)[];

interface Case {
  readonly name: string;
  readonly hide_queries: readonly number[];
  readonly hide_keys: readonly number[];
  readonly renormalise: boolean;
  readonly level: number;
  readonly tile: readonly Numbers[];
  readonly hidden: Numbers;
}

const folder = new URL("../../../tests/fixtures/tiles/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as { map: Numbers[]; cases: Case[] };
const gridFrom = (rows: readonly Numbers[]): Grid =>
  gridOf(packed([rows.length, rows[0]?.length ?? 0], rows.flat().map((value) => value ?? NaN)));

/** Half precision keeps three digits. */
function same(given: ArrayLike<number>, wanted: Numbers) {
  expect(given).toHaveLength(wanted.length);
  wanted.forEach((value, at) => (value === null ? expect(given[at]).toBeNaN() : expect(given[at]).toBeCloseTo(value, 3)));
}

describe.each(["causal", "padded"])("%s", (name) => {
  const { map, cases } = read(name);
  const whole = gridFrom(map);

  test.each(cases)("$name", (one) => {
    const flags = (tokens: readonly number[]) => map.map((_, at) => tokens.includes(at));
    const hidden = { queries: flags(one.hide_queries), keys: flags(one.hide_keys) };
    const shown = hide(whole, hidden, one.renormalise);
    const tile = pooled(shown, 2 ** one.level);
    expect(tile.queries).toBe(one.tile.length);
    one.tile.forEach((row, query) => same(rowOf(tile, query), row));
    same(marginsOf(whole, shown, hidden).hidden, one.hidden);
  });
});
