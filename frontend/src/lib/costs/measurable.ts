/** What the server refuses to measure, told before it is asked for. */
import type { RunSpec } from "../../protocol/wire";
import { t } from "../../i18n";
import type { RunState } from "../fold";

/** Of one attention call's scores held at once. */
const MOST_CELLS = 2 ** 27;

/** Null: kernels can be compared on this text. */
export function kernelHindrance({ tokens }: RunState): string | null {
  if (!tokens) return null;
  const longest = Math.max(0, ...[...tokens.rows, ...tokens.target].map((row) => row.tokens.length));
  const cells = tokens.rows.length * tokens.model.query_heads * longest ** 2;
  return cells > MOST_CELLS ? t("cost.kernels.long", { cells, most: MOST_CELLS }) : null;
}

/** Null: the text can be read in pieces. */
export function prefillHindrance({ tokens }: RunState, spec: RunSpec): string | null {
  if (!tokens) return null;
  const { title, architecture } = tokens.model;
  if (architecture !== "decoder") return t(`cost.prefill.not.${architecture}`, { model: title });
  if (tokens.rows.length > 1) return t("cost.prefill.not.rows");
  return spec.position ? t("cost.prefill.not.position") : null;
}
