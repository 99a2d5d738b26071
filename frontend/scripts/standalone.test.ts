import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { standalone } from "./standalone";

const PAGE = `<!doctype html>
<html><head><meta charset="utf-8" /><link rel="icon" type="image/svg+xml" href="/static/icon.svg" /><title>Attention Atlas</title>
<script type="module" crossorigin src="/static/assets/index-1.js"></script>
<link rel="stylesheet" crossorigin href="/static/assets/index-1.css">
</head><body><div id="app"></div></body></html>`;
const SCRIPT = 'const a = "</script><!-- $& $1";';
const FILES: Readonly<Record<string, string>> = { "/static/assets/index-1.js": SCRIPT, "/static/assets/index-1.css": "b{}", "/static/icon.svg": "<svg/>" };
const made = standalone(PAGE, (address) => FILES[address] ?? "");

it("the page in one file asks for no other file", () => {
  expect(made).not.toMatch(/(src|href)="(?!data:)/);
  expect(made).toContain("<style>b{}</style>");
  expect(made.match(/<!--held-->/g)).toHaveLength(1);
});

it("its policy lets in its own script and styles, by their hashes, and nothing else", () => {
  const policy = /content="(default-src[^"]+)"/.exec(made)?.[1] ?? "";
  const script = /<script type="module">(.*)<\/script>/s.exec(made)?.[1] ?? "";
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(policy.split("; ")).toEqual([
    "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash("b{}")}`, "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
  ]);
  expect(made.indexOf("Content-Security-Policy")).toBeLessThan(made.indexOf("<script"));
});

it("a script that speaks of the end of scripts does not end there, and means the same", () => {
  const script = /<script type="module">(.*)<\/script>/s.exec(made)?.[1] ?? "";
  expect(script).not.toMatch(/<\/script|<!--/);
  expect(new Function(`${script} return a;`)()).toBe("</script><!-- $& $1");
});

it("a page of several files is no stand-alone page", () => {
  expect(() => standalone(PAGE, () => 'import { a } from "./b.js";')).toThrow("more than one file");
  expect(() => standalone("<html></html>", () => "")).toThrow("no script");
});
