/** The page with the runs on screen as one file that needs no server. */
import type { ErrorBody, OfflinePlan, OfflineRequest } from "../../protocol/wire";
import { packed, post, posted, unwrap, type Reply } from "../api";
import { costs } from "../costs/costs.svelte";
import { costRuns } from "../costs/runs.svelte";
import { structure } from "../costs/structure.svelte";
import { route } from "../route.svelte";
import { session } from "../session.svelte";
import { writeAddress } from "../url";
import { LETTERS, variants } from "../variants.svelte";
import { save } from "./exports.svelte";
import { nameWords } from "./caption";
import { fileName } from "./name";

/** What the views of costs and structure ask where they stand now, which the address says. */
function questions(): readonly string[] {
  const runs = costRuns.all;
  const models = [...(structure.model ? [structure.model] : []), ...runs.map(({ spec }) => ({ model: spec.model }))];
  const asks = [...runs.flatMap((run) => costRuns.questions(run)), ...models.flatMap((model) => structure.questions(model))];
  return [...new Set(asks.map((ask) => JSON.stringify(ask)))];
}

/** A's run; what cannot be named is not there. */
const address = (rest = ""): string => `/api/runs/${encodeURIComponent(variants.slots[0]?.state?.run_id ?? "")}/offline${rest}`;

async function request(title: string): Promise<OfflineRequest> {
  await costs.load();
  const { kind, layer, head, row } = session.pinned;
  return {
    title: title.slice(0, 200),
    // Settings that were not run have no place in it.
    address: writeAddress({ ...route.address, run: null, spec: null }).split("#")[1] ?? "",
    beside: variants.slots.flatMap(({ state }, index) => (state && index > 0 ? [{ letter: LETTERS[index] ?? "", run: state.run_id }] : [])),
    at: { kind, layer, head, row },
    costs: [...questions()],
  };
}

/** How large the file will be, and what it holds. */
export const offlinePlan = async (title: string): Promise<Reply<OfflinePlan>> => post(address("/plan"), await request(title));

/** Null: the file is saved, or was given up. */
export async function saveOffline(title: string, signal: AbortSignal): Promise<ErrorBody | null> {
  const reply = await unwrap(packed(address(), { ...posted(await request(title)), signal }), (bytes) => new Blob([new Uint8Array(bytes)], { type: "text/html" }));
  if (signal.aborted) return null;
  if (!reply.ok) return reply.error;
  save(reply.value, fileName(nameWords("page"), "html"));
  return null;
}
