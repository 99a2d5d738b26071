// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { KeptDrafts, type DraftApi } from "./drafts.svelte";

/** A server that can be away. */
class Server implements DraftApi {
  kept = new Map<string, string>();
  away = false;
  asked = 0;

  keep(text: string) {
    this.asked++;
    if (this.away) return Promise.resolve({ ok: false as const, error: { code: "unreachable", message: "", field: null } });
    if (text.includes("\0")) return Promise.resolve({ ok: false as const, error: { code: "bad_character", message: "", field: "text" } });
    const id = `d${this.kept.size}`;
    this.kept.set(id, text);
    return Promise.resolve({ ok: true as const, value: { id, text, created_at: "2030-01-01T00:00:00Z" } });
  }

  find(id: string) {
    const text = this.kept.get(id);
    if (text === undefined) return Promise.resolve({ ok: false as const, error: { code: "not_found", message: "", field: null } });
    return Promise.resolve({ ok: true as const, value: { id, text, created_at: "2030-01-01T00:00:00Z" } });
  }
}

describe("words too long for the address", () => {
  let server: Server;
  let drafts: KeptDrafts;
  beforeEach(() => {
    vi.useFakeTimers();
    server = new Server();
    drafts = new KeptDrafts(server, 1000, 5000);
  });

  it("are kept once they rest, and once only", async () => {
    const stop = drafts.keep(["lon"]);
    stop?.();
    drafts.keep(["long"]);
    expect(drafts.id("long")).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect([...server.kept.values()]).toEqual(["long"]);
    expect([drafts.id("long"), drafts.words("d0"), drafts.waiting]).toEqual(["d0", "long", false]);
    expect(drafts.keep(["long"])).toBeUndefined();
  });

  it("are kept when the server is back", async () => {
    server.away = true;
    drafts.keep(["long"]);
    await vi.advanceTimersByTimeAsync(6000);
    expect([server.asked, drafts.id("long"), drafts.waiting]).toEqual([2, null, true]);
    server.away = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect([drafts.id("long"), drafts.waiting]).toEqual(["d0", false]);
  });

  it("that the server refuses are not sent again", async () => {
    drafts.keep(["a\0"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([server.asked, drafts.keep(["a\0"])]).toEqual([1, undefined]);
  });

  it("come back by their ids; an id of nothing is known to be one", async () => {
    server.kept.set("d7", "theirs");
    await drafts.fetch(["d7", "d8"]);
    expect([drafts.words("d7"), drafts.id("theirs"), drafts.words("d8")]).toEqual(["theirs", "d7", null]);
    expect([drafts.isKnown("d7"), drafts.isKnown("d8"), drafts.isKnown("d9")]).toEqual([true, true, false]);
  });
});
