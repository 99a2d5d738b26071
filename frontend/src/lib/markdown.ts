/**
 * Markdown as a tree of parts from a short list: what anybody may have written becomes text, never markup. The page
 * builds elements of the tree, so that no string of HTML is ever made. Raw HTML stays text, and an image is a link.
 */
import MarkdownIt from "markdown-it";

export interface Words {
  readonly text: string;
}
export interface Element {
  readonly tag: Tag;
  /** A link's address: http, https or mailto. */
  readonly href?: string;
  /** The first number of a list. */
  readonly start?: number;
  /** It stands in lines of its own, which may run from right to left. */
  readonly isBlock: boolean;
  readonly children: readonly Part[];
}
export type Part = Words | Element;

/** The page has its own headings of the first two levels. */
const TAGS = {
  p: "p", h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6", h6: "h6", ul: "ul", ol: "ol", li: "li", blockquote: "blockquote",
  strong: "strong", em: "em", s: "s", code: "code", pre: "pre", hr: "hr", br: "br", a: "a",
  table: "table", thead: "thead", tbody: "tbody", tr: "tr", th: "th", td: "td",
} as const;
export type Tag = (typeof TAGS)[keyof typeof TAGS];
const isTag = (name: string): name is keyof typeof TAGS => Object.hasOwn(TAGS, name);

const SCHEMES = ["http:", "https:", "mailto:"];

/** As the browser reads it, so that nothing hides in blanks or letters that it leaves out. */
export function isSafeLink(address: string): boolean {
  return URL.canParse(address) && SCHEMES.includes(new URL(address).protocol);
}

const reader = new MarkdownIt({ html: false, breaks: true, linkify: true });
// A link that is refused stays as it was typed.
reader.validateLink = isSafeLink;
// Only whole addresses: “head.py” is a file, and no place in Paraguay.
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

type Token = ReturnType<typeof reader.parse>[number];

/** What stands alone, by its type; another is its own text. */
const LEAVES: Readonly<Record<string, (token: Token) => Part>> = {
  softbreak: () => ({ tag: "br", isBlock: false, children: [] }),
  hardbreak: () => ({ tag: "br", isBlock: false, children: [] }),
  hr: () => ({ tag: "hr", isBlock: true, children: [] }),
  code_inline: ({ content }) => ({ tag: "code", isBlock: false, children: [{ text: content }] }),
  code_block: ({ content }) => preformatted(content),
  fence: ({ content }) => preformatted(content),
  image: ({ attrs, content }) => picture(String(attrs?.find(([name]) => name === "src")?.[1] ?? ""), content),
};

const preformatted = (text: string): Element => ({ tag: "pre", isBlock: true, children: [{ text: text.replace(/\n$/, "") }] });

/** Nothing is fetched from elsewhere: whoever wants to see it follows the link. */
const picture = (href: string, alt: string): Part =>
  isSafeLink(href) ? { tag: "a", href, isBlock: false, children: [{ text: alt || href }] } : { text: alt };

function opened({ tag, attrs, block }: Token, children: Part[]): Part | null {
  if (!isTag(tag)) return null;
  const said = new Map(attrs);
  const href = String(said.get("href") ?? "");
  if (tag === "a" && !isSafeLink(href)) return null;
  const start = Number(said.get("start") ?? NaN);
  return {
    tag: TAGS[tag],
    isBlock: block,
    children,
    ...(tag === "a" ? { href } : {}),
    ...(tag === "ol" && Number.isInteger(start) ? { start } : {}),
  };
}

function treeOf(tokens: readonly Token[]): readonly Part[] {
  const all: Part[] = [];
  const within: Part[][] = [all];
  for (const token of tokens) {
    const here = within.at(-1) ?? all;
    if (token.nesting < 0) within.pop();
    else if (token.nesting > 0) {
      const children: Part[] = [];
      const part = token.hidden ? null : opened(token, children);
      if (part) here.push(part);
      // What is left out, such as the paragraph of a narrow list, leaves its content in its place.
      within.push(part ? children : here);
    } else if (token.type === "inline") here.push(...treeOf(token.children ?? []));
    else here.push(LEAVES[token.type]?.(token) ?? { text: token.content });
  }
  return all;
}

export const partsOf = (text: string): readonly Part[] => treeOf(reader.parse(text, {}));
