import { afterEach, describe, expect, it } from "vitest";
import { t, type Words } from ".";
import { language, preferred } from "./language.svelte";
import { sayError, sayFact, sayList, sayNotice } from "./say";
import { en } from "./words.en";
import { zh } from "./words.zh";

const texts = (words: Words): readonly string[] => (typeof words === "string" ? [words] : [words.one, words.other]);
const holes = (words: Words): string[] => [...new Set(texts(words).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

afterEach(() => {
  language.current = "en";
});

describe("the words", () => {
  it("are the same keys in both languages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.keys(en) as (keyof typeof en)[])("have the same holes in both languages: %s", (key) => {
    const english: Words = en[key];
    // Chinese has no singular, and says an ordinal by its figure.
    expect(holes(zh[key])).toEqual(holes(english));
  });

  it("are Chinese on the Chinese page: no sentence was left in English", () => {
    const english = Object.entries(zh).filter(
      ([, words]) => texts(words).some((text) => /[a-z]{3,} [a-z]{2,} [a-z]{2,}/i.test(text)),
    );
    expect(english).toEqual([]);
  });

  it("use full-width punctuation between Han characters", () => {
    const narrow = Object.entries(zh).filter(([, words]) => texts(words).some((text) => /\p{Script=Han}[,;:?!]/u.test(text)));
    expect(narrow).toEqual([]);
  });

  it("fill their holes, choose by number, and group digits", () => {
    expect(t("state.queued.ahead", { n: 1 })).toBe("1 run before yours.");
    expect(t("state.queued.ahead", { n: 2 })).toBe("2 runs before yours.");
    expect(t("sentence.characters", { n: 39_500, limit: 40_000 })).toBe("39,500 of 40,000 characters");
    language.current = "zh";
    expect(t("state.queued.ahead", { n: 1 })).toBe("前面还有 1 个运行。");
  });

  it("put markup into a sentence as it stands", () => {
    expect(t("inspect.top", { label: "<b>{n}$&" })).toBe("Largest weights of “<b>{n}$&”");
  });
});

describe("the language", () => {
  it.each([
    [["zh-TW", "en"], "zh"], [["fr", "zh-CN"], "zh"], [["en-GB", "zh"], "en"], [["de"], "en"], [[], "en"],
  ] as const)("of a browser that asks for %j is %s", (asked, lang) => {
    expect(preferred(asked)).toBe(lang);
  });
});

describe("what the server sends, in words", () => {
  const tooMany = { code: "too_many_tokens", message: "?", field: "text", data: { given: 9214, limit: 8192, model: "SmolLM2" } };

  it("gives the figures of an error in either language", () => {
    expect(sayError(tooMany).text).toBe("You gave 9,214 tokens; SmolLM2 reads at most 8,192. Shorten it or choose another model.");
    language.current = "zh";
    expect(sayError(tooMany).text).toBe("给了 9,214 个词元，SmolLM2 最多读 8,192 个。请缩短，或换一个模型。");
  });

  it("writes a character by its code point", () => {
    const error = { code: "bad_character", message: "?", field: "text", data: { codepoint: 0xd800, position: 3 } };
    expect(sayError(error).text).toContain("U+D800");
  });

  it("tells an unknown code, or one without its figures, in the server's sentence", () => {
    expect(sayError({ code: "from_the_future", message: "Told by the server.", field: null }).text).toBe("Told by the server.");
    expect(sayError({ ...tooMany, data: {}, message: "Told by the server." }).text).toBe("Told by the server.");
  });

  it("tells notices by their count", () => {
    const notice = { code: "unknown_tokens", message: "?", data: { text: 0, count: 2, position: 0 } };
    expect(sayNotice(notice)).toBe("2 tokens are not in this model's vocabulary.");
    expect(sayNotice({ code: "new", message: "As sent.", data: {} })).toBe("As sent.");
  });

  it("says the phrases of a model's card in Chinese and keeps its names", () => {
    language.current = "zh";
    expect(sayFact("RMSNorm, before each block")).toBe("RMSNorm，在每个子层之前");
    expect(sayFact("learned, 512 positions")).toBe("可学习，512 个位置");
    expect(sayFact("SwiGLU, 1,536 wide")).toBe("SwiGLU，宽 1,536");
  });

  it("lists items", () => {
    expect(sayList([3])).toBe("3");
    expect(sayList([3, 5, 6])).toBe("3, 5 and 6");
  });
});
