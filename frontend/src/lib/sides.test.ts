import { describe, expect, it } from "vitest";
import type { RunTokens } from "../protocol/wire";
import { fitted, lastQuery } from "./first";
import { MODEL, token } from "./fixtures";
import { FIRST_SELECTION } from "./session.svelte";
import { sidesOf } from "./sides";
import type { Kind } from "./types";

const labels = (tokens: readonly { label: string }[]) => tokens.map(({ label }) => label).join(" ");
const sides = (tokens: RunTokens, kind: Kind) => {
  const { queries, keys } = sidesOf(tokens, kind, 0);
  return [labels(queries), labels(keys)];
};

const source = [token("he"), token("ran"), token("off"), token("</s>", { role: "special" })];
const target = [token("<s>", { role: "special" }), token("他")];
const both: RunTokens = {
  type: "run.tokens", seq: 1, model: { ...MODEL, architecture: "encoder_decoder" },
  rows: [{ tokens: source, notices: [] }], target: [{ tokens: target, notices: [] }],
};
const alone: RunTokens = { ...both, model: MODEL, target: [] };

describe("the sides of a map", () => {
  it("are the source in the encoder, the target in the decoder, and both in cross-attention", () => {
    expect(sides(both, "encoder")).toEqual(["he ran off </s>", "he ran off </s>"]);
    expect(sides(both, "decoder")).toEqual(["<s> 他", "<s> 他"]);
    expect(sides(both, "cross")).toEqual(["<s> 他", "he ran off </s>"]);
  });

  it("are one list where a text looks at itself", () => {
    for (const kind of ["encoder", "decoder"] as const) {
      const { queries, keys } = sidesOf(alone, kind, 0);
      expect(queries).toBe(keys);
      expect(queries).toBe(source);
    }
  });

  it("hold nothing before the tokens are known", () => {
    expect(sidesOf(null, "cross", 0)).toEqual({ queries: [], keys: [] });
  });

  it("bound a selection each: a query by the target, a key by the source", () => {
    const at = { ...FIRST_SELECTION, kind: "cross" as const, query: 1, key: 3 };
    expect(fitted(at, both)).toEqual(at);
    expect(fitted({ ...at, query: 2 }, both)).toEqual({ ...at, query: null, key: null });
    expect(fitted({ ...at, kind: "decoder" }, both).key).toBeNull();
  });

  it("give the last query of the text itself", () => {
    expect(lastQuery(both, "cross", 0)).toBe(1);
    expect(lastQuery(both, "encoder", 0)).toBe(2);
  });
});
