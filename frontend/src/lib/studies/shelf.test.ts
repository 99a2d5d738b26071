import { describe, expect, it } from "vitest";
import type { ListedStudy, StudyList } from "../../protocol/wire";
import type { Reply } from "../api";
import { Shelf } from "./shelf.svelte";

const AT_ONCE = 50;

const study = (n: number): ListedStudy => ({
  id: `s${n}`, title: `Study ${n}`, notes: "", tags: n % 2 ? ["odd"] : [], address: "", variants: [], revision: 1, is_shared: false, in_gallery: false,
  updated_at: "2030-01-01T00:00:00Z", deleted_at: null,
});

/** A server that keeps so many studies. */
function server(count: number) {
  let kept = Array.from({ length: count }, (_, n) => study(n));
  const asked: object[] = [];
  const list = (query: { skip?: number; tag?: string }): Promise<Reply<StudyList>> => {
    asked.push(query);
    const found = kept.filter(({ tags }) => query.tag === undefined || tags.includes(query.tag));
    const skip = query.skip ?? 0;
    return Promise.resolve({ ok: true, value: { studies: found.slice(skip, skip + AT_ONCE), total: found.length, tags: ["odd"] } });
  };
  const refuse = () => Promise.reject(new Error("not asked for here"));
  const remove = (id: string) => {
    kept = kept.filter((one) => one.id !== id);
    return Promise.resolve({ ok: true as const, value: {} });
  };
  return { asked, list, gallery: list, remove, undelete: refuse, copy: refuse, read: refuse, change: refuse };
}

describe("the list of studies", () => {
  it("gets the next fifty when more are asked for, until all are there", async () => {
    const shelf = new Shelf(server(120));
    await shelf.fetch();
    expect([shelf.studies?.length, shelf.total, shelf.more]).toEqual([50, 120, true]);
    await shelf.fetchMore();
    await shelf.fetchMore();
    expect([shelf.studies?.length, shelf.more]).toEqual([120, false]);
    expect(new Set(shelf.studies?.map(({ id }) => id)).size).toBe(120);
  });

  it("stays as long as it was when one is deleted, and goes back to the first for other words", async () => {
    const shelf = new Shelf(server(120));
    await shelf.fetch();
    await shelf.fetchMore();
    await shelf.remove(study(3));
    expect([shelf.studies?.length, shelf.total, shelf.gone?.id]).toEqual([100, 119, "s3"]);
    shelf.tag = "odd";
    await shelf.fetch(0);
    expect([shelf.studies?.length, shelf.total]).toEqual([50, 59]);
  });

  it("asks the server for the tag that was chosen, and for none after another shelf was", async () => {
    const api = server(3);
    const shelf = new Shelf(api);
    shelf.tag = "odd";
    await shelf.fetch();
    shelf.choose("deleted");
    await shelf.fetch();
    expect(api.asked).toEqual([{ search: "", skip: 0, deleted: false, tag: "odd" }, { search: "", skip: 0, deleted: true }]);
  });
});
