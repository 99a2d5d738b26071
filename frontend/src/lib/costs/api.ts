/** The addresses of costs. Every figure comes from there; nothing is counted here. */
import type { CostReport, FigureAsk, PublishedList, Question } from "../../protocol/wire";
import { json, posted, type Reply } from "../api";

/** A model by its name or its config, what is asked of it, and further figures, answered in their order. */
export interface CostAsk {
  readonly model?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly question: Partial<Question>;
  readonly figures: readonly FigureAsk[];
}

export interface CostApi {
  published(): Promise<Reply<PublishedList>>;
  costs(ask: CostAsk, signal: AbortSignal): Promise<Reply<CostReport>>;
}

export const costApi: CostApi = {
  published: () => json("/api/published-models"),
  costs: (ask, signal) => json("/api/costs", { ...posted(ask), signal }),
};
