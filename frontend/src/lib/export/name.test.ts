import { expect, it } from "vitest";
import { fileName } from "./name";

it.each([
  [["SmolLM2 135M", "head", "L16-H3", "The trophy didn't fit"], "SmolLM2-135M-head-L16-H3-The-trophy-didn-t-fit.png"],
  [["模型", "他把书放在桌上。"], "模型-他把书放在桌上.png"],
  [["../../etc/passwd", 'a"b\u0000<c>'], "etc-passwd-a-b-c.png"],
  [["..", "???"], "attention-atlas.png"],
] as const)("a file of %j is called %s", (words, name) => {
  expect(fileName(words, "png")).toBe(name);
});

it("is no longer than file systems take, even in Chinese", () => {
  expect(new TextEncoder().encode(fileName(["猫".repeat(200)], "svg")).length).toBeLessThan(255);
});
