// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { frameOf } from "./frame";

const URL_ = "https://atlas.example/s/TOKEN";
const parsed = (snippet: string): HTMLIFrameElement => {
  // What stands in a template is parsed and not loaded.
  const { content } = Object.assign(document.createElement("template"), { innerHTML: snippet });
  const frame = content.querySelector("iframe");
  if (!frame || content.children.length !== 1) throw new Error("not one frame");
  return frame;
};

it("the snippet opens the view and selection on screen without the parts that are hidden", () => {
  const frame = parsed(frameOf({ url: URL_, title: "A study", hash: "head&layer=16&head=3", hidden: ["tabs", "inspector"] }));
  expect(frame.getAttribute("src")).toBe("https://atlas.example/embed/TOKEN?hide=tabs,inspector#head&layer=16&head=3");
  expect(frame.title).toBe("A study");
});

it("the frame is let have its scripts and its own site, says nothing of where it stands, and loads when it is seen", () => {
  const frame = parsed(frameOf({ url: URL_, title: "", hash: "", hidden: [] }));
  expect(frame.getAttribute("src")).toBe("https://atlas.example/embed/TOKEN");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
  expect([frame.getAttribute("referrerpolicy"), frame.getAttribute("loading")]).toEqual(["no-referrer", "lazy"]);
});

it("a title cannot end the snippet", () => {
  const title = `"><script>alert(1)</script>&amp;`;
  expect(parsed(frameOf({ url: URL_, title, hash: "", hidden: [] })).title).toBe(title);
});
