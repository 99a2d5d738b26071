/** What of an order cannot be trained, known before the server is asked. */
import type { Choice, ChoiceRow, ErrorBody, LabSpec, TrainingChoices, TrainSpec } from "../../protocol/wire";
import { beyond, fieldsOf, firstBeyond, type NumberField } from "./schema";

type Rows = readonly ChoiceRow[];

const fault = (code: string, field: string, data: Readonly<Record<string, number>>): ErrorBody => ({ code, message: code, field, data });

/** The first number that is outside of its bounds; `words`: where its label's words are. */
export function bounds(choices: TrainingChoices, spec: TrainSpec, minutes: number | null): ErrorBody | null {
  const { model } = spec;
  return (
    beyondRow(choices.positions, model.position, "position") ??
    (model.architecture === "encoder" ? null : beyondRow(choices.masks, model.mask, "mask")) ??
    beyondRow(choices.tasks, spec.task, "task") ??
    firstBeyond(fieldsOf(choices.model), { ...model }) ??
    firstBeyond(fieldsOf(choices.training), { ...spec }) ??
    named(beyond(minutesOf(choices), minutes), "minutes")
  );
}

/** The field of the most time that it may take. */
export const minutesOf = ({ most_minutes }: Pick<TrainingChoices, "most_minutes">): NumberField => ({
  kind: "number", name: "minutes", first: null, least: 0, most: most_minutes, open: "least", whole: false, optional: true, help: "",
});

function beyondRow(rows: Rows, choice: Choice | undefined, words: string): ErrorBody | null {
  const row = rows.find(({ name }) => name === choice?.name);
  const found = firstBeyond(fieldsOf(row?.params ?? {}), choice?.params ?? {});
  return found && { ...found, data: { ...found.data, words } };
}

const named = (found: ErrorBody | null, name: string): ErrorBody | null => found && { ...found, data: { ...found.data, name } };

/** Numbers of a model that do not go together. */
export function fits({ model_dim, heads, kv_heads, head_dim, experts, top_k }: LabSpec): ErrorBody | null {
  const shared = kv_heads ?? heads;
  if (heads % shared !== 0) return fault("fits_shared", "kv_heads", { heads, kv: shared });
  if (head_dim === null && model_dim % heads !== 0) return fault("fits_split", "heads", { width: model_dim, heads });
  const size = head_dim ?? model_dim / heads;
  if (size % 2 !== 0) return fault("fits_pairs", head_dim === null ? "heads" : "head_dim", { size });
  if (top_k > experts) return fault("fits_experts", "top_k", { top: top_k, experts });
  return null;
}

/** Numbers of a task that do not go together, and a text for a model that reads a source beside it. */
export function fitsTask({ task, model }: TrainSpec, tasks: Rows): ErrorBody | null {
  const fields = fieldsOf(tasks.find(({ name }) => name === task.name)?.params ?? {});
  const number = (name: string): number => {
    const first = fields.get(name)?.first;
    return Number(task.params?.[name] ?? (typeof first === "number" ? first : NaN));
  };
  const [shortest, longest] = [number("shortest"), number("longest")];
  if (shortest > longest) return fault("fits_lengths", "shortest", { shortest, longest });
  const [asked, length, letters] = [number("asked"), number("length"), number("letters")];
  if (asked >= length || length > letters) return fault("fits_letters", "length", { asked, length, letters });
  if (task.name === "own_text" && model.architecture === "encoder-decoder") return fault("fits_source", "task", {});
  return null;
}
