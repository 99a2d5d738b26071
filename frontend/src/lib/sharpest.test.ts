import { describe, expect, test } from "vitest";
import { EMPTY_RUN, headsKey, type RunState } from "./fold";
import { heads, MODEL, packed, token } from "./fixtures";
import { sharpest } from "./sharpest";

/** Two layers of two heads, 2 target tokens over 3 source tokens, the last of which is its end. */
function translated(...layers: readonly (readonly number[])[]): RunState {
  const events = layers.map((values, layer) => ({
    ...heads(layer, 0, 2, [0, 0, 0, 0, 0, 0, 0, 0]), kind: "cross" as const, queries: 2, keys: 3, overview: packed([2, 2, 3], values),
  }));
  return {
    ...EMPTY_RUN,
    tokens: {
      type: "run.tokens", seq: 1, model: { ...MODEL, architecture: "encoder_decoder" },
      rows: [{ tokens: [token("he"), token("ran"), token("</s>", { role: "special" })], notices: [] }],
      target: [{ tokens: [token("<s>", { role: "special" }), token("他")], notices: [] }],
    },
    heads: new Map(events.map((event) => [headsKey("cross", event.layer, 0, 0), event])),
  };
}

const EVEN = [0.34, 0.33, 0.33, 0.34, 0.33, 0.33];
const TO_THE_END = [0, 0, 1, 0, 0, 1];
const ONE_WORD = [1, 0, 0, 1, 0, 0];
const EACH_ITS_OWN = [0.8, 0.1, 0.1, 0, 0.9, 0.1];

describe("the head that a translation opens on", () => {
  test("is the one whose rows read a word of the source each, wherever it stands", () => {
    expect(sharpest(translated([...EVEN, ...TO_THE_END], [...ONE_WORD, ...EACH_ITS_OWN]), 0)).toMatchObject({ layer: 1, head: 1 });
    expect(sharpest(translated([...EACH_ITS_OWN, ...TO_THE_END], [...ONE_WORD, ...EVEN]), 0)).toMatchObject({ layer: 0, head: 0 });
  });

  test("is none where nothing is here", () => {
    expect(sharpest(EMPTY_RUN, 0)).toBeUndefined();
  });
});
