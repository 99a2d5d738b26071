import { expect, it } from "vitest";
import { numbersUrl } from "./numbers";

const ASKED = { run: "r/1", kind: "decoder", layer: 16, head: 3, row: 0, hide: { hideSpecial: false, hideFirst: false, renormalise: false } } as const;

it("the numbers of a head are asked for with what is hidden on screen", () => {
  expect(numbersUrl(ASKED, "csv")).toBe("/api/runs/r%2F1/numbers/decoder/16?row=0&format=csv&head=3");
  const hide = { hideSpecial: true, hideFirst: true, renormalise: true };
  expect(numbersUrl({ ...ASKED, hide }, "npz")).toBe("/api/runs/r%2F1/numbers/decoder/16?row=0&format=npz&head=3&hide=special%2Cfirst&renormalise=1");
});

it("without a head they are those of the whole layer", () => {
  expect(numbersUrl({ ...ASKED, head: null }, "npz")).not.toContain("head=");
});
