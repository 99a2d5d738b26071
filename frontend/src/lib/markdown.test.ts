import fc from "fast-check";
import { Window } from "happy-dom";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import Markdown from "../ui/Markdown.svelte";
import { isSafeLink, partsOf, type Part } from "./markdown";

/** The page that a browser makes of it: by the browser's own reader, not by the code under test. */
function shown(text: string) {
  const page = new reader.DOMParser().parseFromString(render(Markdown, { props: { text } }).body, "text/html");
  return page.querySelector(".prose") ?? page.body;
}
const reader = new Window();
const wordsOf = (parts: readonly Part[]): string => parts.map((part) => ("text" in part ? part.text : wordsOf(part.children))).join("");

const ELEMENTS = "div p h3 h4 h5 h6 ul ol li blockquote strong em s code pre hr br a table thead tbody tr th td".split(" ");
const ATTRIBUTES = ["class", "dir", "href", "rel", "role", "start", "target"];

/** C157: nothing of it runs, loads anything or leads anywhere but to the web or a mail. */
function expectInert(text: string): void {
  for (const element of shown(text).querySelectorAll("*")) {
    expect(ELEMENTS).toContain(element.localName);
    for (const { name, value } of element.attributes) {
      expect(ATTRIBUTES).toContain(name);
      if (name === "class" || name === "role") expect(element.localName).toBe("div");
      if (name === "href") expect(value ?? "").toMatch(/^(https?:|mailto:)/i);
    }
    if (element.localName === "a") expect(element.getAttribute("rel")).toBe("noopener noreferrer nofollow ugc");
  }
}

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg onload=alert(1)>",
  "<iframe src=//evil.example></iframe>",
  "<a href='javascript:alert(1)'>x</a>",
  "<style>*{display:none}</style>",
  "<!--><script>alert(1)</script-->",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](<java\nscript:alert(1)>)",
  "[x](&#106;avascript:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](\\javascript:alert(1))",
  "[x](%6aavascript:alert(1))",
  "[x](\u0001javascript:alert(1))",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](file:///etc/passwd)",
  "[x](blob:https://a.example/1)",
  "[x](/api/account)",
  "[x](//evil.example)",
  "[x](#id)",
  '[x](https://a.example "x\\" onmouseover=\\"alert(1)")',
  '[x](https://a.example/"onmouseover="alert(1))',
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "![x](https://evil.example/pixel.png)",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  "![x](javascript:alert(1))",
  "![<img src=x onerror=alert(1)>](https://a.example)",
  "```\"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```",
  "`</code><script>alert(1)</script>`",
  "| <b onclick=alert(1)> | x |\n|:-:|--|\n| <script> | ![a](b) |",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "# <img src=x onerror=alert(1)>",
  "{@html '<img src=x onerror=alert(1)>'}{{7*7}}${alert(1)}",
  `${"> ".repeat(2000)}deep`,
  `${"- ".repeat(500)}deep`,
  `${"[".repeat(5000)}x${"](".repeat(5000)}`,
  "*".repeat(10_000),
  "\u202egnp.exe \u2066<b>",
];

describe("Markdown that somebody else wrote", () => {
  it.each(HOSTILE.map((text) => ({ start: text.slice(0, 60), text })))("C157: is text and nothing else: $start", ({ text }) => {
    expectInert(text);
  });

  it("C157: is inert whatever pieces it is made of", () => {
    const pieces = fc.constantFrom("[", "](", ")", "<", ">", "javascript:", "https://a.example", "alert(1)", "`", "*", "_", "!", "\n", "\n\n", "> ", "- ", "1. ",
      "| ", "|-|-|\n", "&#x6a;", "&colon;", '"', "'", "\\", "onerror=", "<img src=x ", "<script>", "~~", "\t", " ", "a", "#", "```\n", "字", "‏");
    fc.assert(fc.property(fc.array(pieces, { maxLength: 40 }), (words) => expectInert(words.join(""))), { numRuns: 100 });
  });

  it("C157: keeps every tag in sight as the text that it is", () => {
    expect(shown('"><img src=x onerror=alert(1)>').textContent).toBe('"><img src=x onerror=alert(1)>');
    expect(shown("[x](javascript:alert(1))").textContent).toBe("[x](javascript:alert(1))");
  });

  it("loads no picture from elsewhere: it is a link to it", () => {
    const link = shown("![a cat](https://a.example/cat.png)").querySelector("a");
    expect([link?.getAttribute("href"), link?.textContent]).toEqual(["https://a.example/cat.png", "a cat"]);
  });
});

describe("Markdown", () => {
  it.each([
    ["The *sink* takes **most**.", "p em strong"],
    ["# One\n\n### Three", "h3 h5"],
    ["- a\n- b\n\n3. c", "ul li li ol li"],
    ["> said", "blockquote p"],
    ["`QKᵀ` and\n\n```py\nx = 1\n```", "p code pre"],
    ["a\nb", "p br"],
    ["---", "hr"],
    ["| a |\n|---|\n| 1 |", "div table thead tr th tbody tr td"],
    ["~~no~~ https://a.example/x.", "p s a"],
  ])("%j is %s", (text, names) => {
    expect([...shown(text).querySelectorAll("*")].map(({ localName }) => localName).join(" ")).toBe(names);
  });

  it("keeps the first number of a list, and each line of code", () => {
    expect(shown("3. c\n4. d").querySelector("ol")?.getAttribute("start")).toBe("3");
    expect(shown("```\na\n  b\n\nc\n```").querySelector("pre")?.textContent).toBe("a\n  b\n\nc");
  });

  it("lets each line run its own way", () => {
    expect([...shown("שלום\n\nHello 👋🏽").querySelectorAll("p")].map((line) => line.getAttribute("dir"))).toEqual(["auto", "auto"]);
    expect(wordsOf(partsOf("שלום *עולם* 👩‍👩‍👧"))).toBe("שלום עולם 👩‍👩‍👧");
  });

  it("leaves the name of a file as it is", () => {
    expect(shown("See head.py and a@b.example.").querySelector("a")).toBeNull();
  });
});

it.each([
  ["https://a.example/ü?q=1#x", true], ["HTTP://A.EXAMPLE", true], ["mailto:a@b.example", true], ["javascript:alert(1)", false], [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false], ["data:text/html,x", false], ["ftp://a.example", false], ["//a.example", false], ["x", false], ["", false],
])("the address %j may be followed: %s", (address, safe) => {
  expect(isSafeLink(address)).toBe(safe);
});
