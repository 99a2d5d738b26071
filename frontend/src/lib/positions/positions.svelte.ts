/** The list of position encodings, and what the one of the run gives the selected head. */
import type { HeadPosition, PositionInfo, PositionList } from "../../protocol/wire";
import { json, type Reply } from "../api";
import { get } from "../remote";
import { session } from "../session.svelte";
import type { Selection } from "../types";

export interface PositionApi {
  list(): Promise<Reply<PositionList>>;
  /** Raises when no answer comes. */
  head(run: string, at: Selection, signal: AbortSignal): Promise<HeadPosition>;
}

async function fetchHead(run: string, { kind, layer, head, row }: Selection, signal: AbortSignal): Promise<HeadPosition> {
  const url = `/api/runs/${encodeURIComponent(run)}/position/${kind}/${layer}/${head}?row=${row}`;
  return (await get(url, signal)) as HeadPosition;
}

export const positionApi: PositionApi = { list: () => json("/api/positions"), head: fetchHead };

class Positions {
  rows = $state.raw<readonly PositionInfo[]>([]);
  /** On which loss beyond the length of training is measured. */
  longText = $state("");
  #asked = false;

  constructor(private readonly api: PositionApi = positionApi) {}

  row(name: string | null): PositionInfo | undefined {
    return this.rows.find((one) => one.name === name);
  }

  /** Fetched once; asked for again where no answer came. */
  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    const reply = await this.api.list();
    if (reply.ok) {
      this.rows = reply.value.positions;
      this.longText = reply.value.long_text;
    } else this.#asked = false;
  }
}

export const positions = new Positions();

/** A pointer that only passes asks for nothing. */
const REST_MS = 80;
const KEPT = 100;

export class HeadPositions {
  #kept = $state.raw<ReadonlyMap<string, HeadPosition>>(new Map());

  constructor(
    private readonly api: PositionApi = positionApi,
    private readonly rest_ms = REST_MS,
  ) {}

  readonly #name = $derived.by(() => {
    const { kind, layer, head, row } = session.selection;
    return session.run && [session.run.run_id, kind, layer, head, row].join(" ");
  });

  /** Null: not here yet. */
  readonly current = $derived(this.#name === null ? null : (this.#kept.get(this.#name) ?? null));

  /** Call in an effect while the head is there: asks for it; gives a way to give it up. */
  fetch(): (() => void) | undefined {
    const run = session.run?.run_id;
    const name = this.#name;
    if (!run || name === null || this.current) return undefined;
    const at = session.selection;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // Without an answer its place stays empty; the next selection asks again.
      this.api.head(run, at, controller.signal).then((found) => this.#keep(name, found), () => undefined);
    }, this.rest_ms);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  #keep(name: string, found: HeadPosition): void {
    const all = new Map(this.#kept).set(name, found);
    for (const oldest of all.keys()) {
      if (all.size <= KEPT) break;
      all.delete(oldest);
    }
    this.#kept = all;
  }
}

export const headPositions = new HeadPositions();
