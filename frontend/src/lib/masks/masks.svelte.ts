/** The list of masks, and how the one that is asked for looks on the text. */
import type { ErrorBody, MaskByContent, MaskInfo, MaskList, MaskPreview, MaskPreviewRequest, MaskUpload, UploadedMask } from "../../protocol/wire";
import { json as realJson, post as realPost, type Reply } from "../api";
import { unpacked } from "./cells";

/** A slider that still moves, or a text that is still typed, asks for nothing. */
const REST_MS = 150;

export interface MaskApi {
  masks(): Promise<Reply<MaskList>>;
  preview(asked: MaskPreviewRequest): Promise<Reply<MaskPreview>>;
  upload(file: MaskUpload): Promise<Reply<UploadedMask>>;
}

export const maskApi: MaskApi = {
  masks: () => realJson("/api/masks"),
  preview: (asked) => realPost("/api/masks/preview", asked),
  upload: (file) => realPost("/api/masks/upload", file),
};

class Masks {
  rows = $state.raw<readonly MaskInfo[]>([]);
  /** Keeping the largest scores. */
  topK = $state.raw<MaskByContent | null>(null);
  /** Of a mask that is sent as a file. */
  mostFileBytes = $state.raw(Infinity);
  #asked = false;

  constructor(private readonly api: MaskApi = maskApi) {}

  row(name: string): MaskInfo | undefined {
    return this.rows.find((one) => one.name === name);
  }

  /** Fetched once; asked for again where no answer came. */
  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    const reply = await this.api.masks();
    if (reply.ok) {
      this.rows = reply.value.masks;
      this.topK = reply.value.top_k;
      this.mostFileBytes = reply.value.most_file_bytes;
    } else this.#asked = false;
  }
}

export const masks = new Masks();

/** One mask on one text. What was last there stays while the next one is on its way. */
export class Looked {
  at = $state.raw<MaskPreview | null>(null);
  /** Why it cannot be looked at, or run. */
  fault = $state.raw<ErrorBody | null>(null);
  readonly cells = $derived(this.at?.cells ? unpacked(this.at.cells) : null);
  readonly own = $derived(this.at?.own ? unpacked(this.at.own) : null);
  #turn = 0;
  #last = "";

  constructor(
    private readonly api: MaskApi = maskApi,
    private readonly rest_ms = REST_MS,
  ) {}

  /** Call in an effect; gives a way to give it up. The same is not asked for twice. */
  ask(asked: MaskPreviewRequest): (() => void) | undefined {
    const words = JSON.stringify(asked);
    if (words === this.#last) return undefined;
    const timer = setTimeout(() => void this.#fetch(asked, words), this.rest_ms);
    return () => clearTimeout(timer);
  }

  async #fetch(asked: MaskPreviewRequest, words: string): Promise<void> {
    const turn = ++this.#turn;
    this.#last = words;
    const reply = await this.api.preview(asked);
    if (turn !== this.#turn) return;
    this.fault = reply.ok ? null : reply.error;
    if (reply.ok) this.at = reply.value;
    else this.#last = "";
  }
}

/** The mask of the form on its text. */
export const looked = new Looked();
