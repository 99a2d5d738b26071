import { Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import { around, type Font, moved, type Shape, svgOf, wrapped } from "./scene";

const FONT: Font = { family: "sans", size: 10, weight: "400", style: "normal" };
const text = (words: string, x = 4, y = 20): Shape => ({ type: "text", x, y, text: words, fill: "#111", font: FONT, opacity: 1 });
const rect: Shape = { type: "rect", at: { x: 0, y: 0, width: 30, height: 8 }, fill: "#fff", opacity: 0.5 };
const widthOf = (words: string): number => 5 * [...words].length;

const parsed = (shapes: readonly Shape[], title = "A map") =>
  new new Window().DOMParser().parseFromString(svgOf({ width: 40, height: 30, background: "#fff", title, shapes }), "image/svg+xml");

describe("a picture", () => {
  it("is XML with one element for each shape, over a background", () => {
    const image: Shape = { type: "image", at: { x: 1, y: 2, width: 3, height: 4 }, href: "data:image/png;base64,AA==" };
    const ramp: Shape = { type: "ramp", at: { x: 0, y: 0, width: 9, height: 9 }, colors: ["#000", "#777", "#fff"] };
    const document = parsed([rect, text("it"), image, ramp]);
    expect(document.querySelectorAll("rect")).toHaveLength(3);
    expect(document.querySelector("text")?.textContent).toBe("it");
    expect(document.querySelector("image")?.getAttribute("width")).toBe("3");
    expect([...document.querySelectorAll("stop")].map((stop) => stop.getAttribute("offset"))).toEqual(["0", "0.5", "1"]);
  });

  it("C157: keeps a token of markup as text, in its title too", () => {
    const nasty = `"><img src=x onerror=alert(1)>&\u0000`;
    const file = svgOf({ width: 1, height: 1, background: "#fff", title: nasty, shapes: [text(nasty)] });
    expect(file).not.toContain("<img");
    expect(file).not.toContain("\u0000");
    expect(file.match(/&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt;&amp;/g)).toHaveLength(2);
  });

  it("is as large as what is in it", () => {
    expect(around([rect, text("abcdefgh")], widthOf)).toEqual({ x: 0, y: 0, width: 44, height: 23 });
    expect(around([], widthOf)).toBeNull();
    expect(moved(text("a"), 2, 3)).toMatchObject({ x: 6, y: 23 });
    expect(moved(rect, 2, 3)).toMatchObject({ at: { x: 2, y: 3, width: 30, height: 8 } });
  });
});

describe("a long caption", () => {
  it("breaks at blanks, and between Han characters", () => {
    expect(wrapped("The trophy did not fit", 50, widthOf)).toEqual(["The trophy", "did not", "fit"]);
    expect(wrapped("他把书放在桌上", 15, widthOf)).toEqual(["他把书", "放在桌", "上"]);
  });

  it("leaves a word that is too long on a line of its own", () => {
    expect(wrapped("a incomprehensible b", 30, widthOf)).toEqual(["a", "incomprehensible", "b"]);
    expect(wrapped("", 30, widthOf)).toEqual([]);
  });
});
