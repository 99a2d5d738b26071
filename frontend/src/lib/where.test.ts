import { expect, it } from "vitest";
import { OPTIONAL, partsOf, whereOf } from "./where";

it.each([
  ["/", false, "server"], ["/s/embed/x", false, "server"], ["/embed/TOKEN", false, "embed"], ["/embed/page.html", true, "file"], ["/home/s/page.html", true, "file"],
] as const)("a page at %s that holds %s stands at the %s", (path, holds, where) => {
  expect(whereOf(path, holds)).toBe(where);
});

it("the served page has every part, whatever its address says", () => {
  const has = partsOf("server", "?hide=tabs,inspector");
  for (const part of [...OPTIONAL, "run", "studies", "questions", "pictures", "numbers"] as const) expect(has(part)).toBe(true);
});

it("a frame goes without what its address hides, and is always only read", () => {
  const has = partsOf("embed", "?hide=tabs,tools,nothing");
  expect(OPTIONAL.filter(has)).toEqual(["sentence", "inspector"]);
  expect(["run", "studies", "pictures", "numbers"].some((part) => has(part as "run"))).toBe(false);
  expect(partsOf("embed", "?hide=view")("sentence")).toBe(true);
});

it("a file asks for nothing and still makes pictures", () => {
  const has = partsOf("file", "?hide=tabs");
  expect(OPTIONAL.every(has)).toBe(true);
  expect([has("pictures"), has("run"), has("questions"), has("numbers"), has("studies")]).toEqual([true, false, false, false, false]);
});
