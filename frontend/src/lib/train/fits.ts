/** What of a model's numbers does not go together, known before the server is asked. */
import type { ErrorBody, LabSpec } from "../../protocol/wire";

const fault = (code: string, field: string, data: Readonly<Record<string, number>>): ErrorBody => ({ code, message: code, field, data });

export function fits({ model_dim, heads, kv_heads, head_dim, experts, top_k }: LabSpec): ErrorBody | null {
  const shared = kv_heads ?? heads;
  if (heads % shared !== 0) return fault("fits_shared", "kv_heads", { heads, kv: shared });
  if (head_dim === null && model_dim % heads !== 0) return fault("fits_split", "heads", { width: model_dim, heads });
  const size = head_dim ?? model_dim / heads;
  if (size % 2 !== 0) return fault("fits_pairs", head_dim === null ? "heads" : "head_dim", { size });
  if (top_k > experts) return fault("fits_experts", "top_k", { top: top_k, experts });
  return null;
}
