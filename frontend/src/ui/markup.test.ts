import { readdirSync, readFileSync } from "node:fs";
import { render } from "svelte/server";
import { expect, it } from "vitest";
import { MODEL, heads, runOf, token } from "../lib/fixtures";
import { session } from "../lib/session.svelte";
import Inspector from "./Inspector.svelte";
import Live from "./Live.svelte";

const NASTY = `"><img src=x onerror=alert(1)>`;

const sources = readdirSync(new URL("..", import.meta.url), { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts"),
);

it.each(sources)("C157: %s never makes markup of text", (name) => {
  const source = readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  expect(source).not.toMatch(/\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc/);
});

it("C157: a token of markup is shown as it stands by the inspector and the live region", () => {
  const tokens = [token(NASTY), token("b")];
  session.run = {
    ...runOf(heads(0, 0, 2, [1, NaN, 0.6, 0.4])),
    tokens: { type: "run.tokens", seq: 1, model: MODEL, target: [], rows: [{ tokens, notices: [] }] },
  };
  session.pinned = { kind: "decoder", layer: 0, head: 0, row: 0, query: 1, key: 0 };
  for (const component of [Inspector, Live]) {
    const { body } = render(component);
    expect(body).not.toContain("<img");
    expect(body).toContain("&lt;img src=x");
  }
});
