/** Fields of a form from JSON schema: kind, bounds and default, as the server's own models say them. */
import type { ErrorBody } from "../../protocol/wire";

export interface NumberField {
  readonly kind: "number";
  readonly name: string;
  readonly first: number | null;
  readonly least: number;
  readonly most: number;
  /** Which of the two bounds cannot be reached itself. */
  readonly open: "least" | "most" | null;
  readonly whole: boolean;
  /** It may be left empty. */
  readonly optional: boolean;
  readonly help: string;
}

export interface ChoiceField {
  readonly kind: "choice";
  readonly name: string;
  readonly first: string;
  readonly options: readonly string[];
  readonly help: string;
}

export interface SwitchField {
  readonly kind: "switch";
  readonly name: string;
  readonly first: boolean;
  readonly help: string;
}

export interface TextField {
  readonly kind: "text";
  readonly name: string;
  readonly first: string;
  readonly most: number;
  readonly help: string;
}

export type SchemaField = NumberField | ChoiceField | SwitchField | TextField;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema of what is not null, and whether null is allowed too. */
function bare(schema: Json): { readonly schema: Json; readonly optional: boolean } {
  const either = schema["anyOf"];
  if (!Array.isArray(either)) return { schema, optional: false };
  const parts: readonly unknown[] = either;
  const real = parts.filter(isRecord).find((one) => one["type"] !== "null");
  return { schema: { ...schema, ...real }, optional: parts.some((one) => isRecord(one) && one["type"] === "null") };
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** One property as a field; null where it is none that a form of this kind can show. */
function fieldOf(name: string, given: Json): SchemaField | null {
  const { schema, optional } = bare(given);
  const help = typeof schema["description"] === "string" ? schema["description"] : "";
  const first = given["default"];
  const options = schema["enum"];
  if (Array.isArray(options)) {
    const words = options.filter((one): one is string => typeof one === "string");
    return { kind: "choice", name, first: typeof first === "string" ? first : (words[0] ?? ""), options: words, help };
  }
  switch (schema["type"]) {
    case "integer":
    case "number": {
      const whole = schema["type"] === "integer";
      return {
        kind: "number", name, whole, optional, help,
        first: typeof first === "number" ? first : null,
        least: numberOf(schema["minimum"], numberOf(schema["exclusiveMinimum"], -Infinity)),
        most: numberOf(schema["maximum"], numberOf(schema["exclusiveMaximum"], Infinity)),
        open: "exclusiveMinimum" in schema ? "least" : "exclusiveMaximum" in schema ? "most" : null,
      };
    }
    case "boolean":
      return { kind: "switch", name, first: first === true, help };
    case "string":
      return { kind: "text", name, first: typeof first === "string" ? first : "", most: numberOf(schema["maxLength"], Infinity), help };
    default:
      return null;
  }
}

/** The fields of a model's schema, by name. */
export function fieldsOf(schema: Json): ReadonlyMap<string, SchemaField> {
  const properties = schema["properties"];
  if (!isRecord(properties)) return new Map();
  return new Map(
    Object.entries(properties).flatMap(([name, value]): [string, SchemaField][] => {
      const field = isRecord(value) ? fieldOf(name, value) : null;
      return field ? [[name, field]] : [];
    }),
  );
}

export const firstOf = (fields: ReadonlyMap<string, SchemaField>): Record<string, string | number | boolean | null> =>
  Object.fromEntries([...fields.values()].map(({ name, first }) => [name, first]));

const CODES = { least: "outside_above", most: "outside_below" } as const;

/** Why a number cannot be taken, before the server is asked; null: it can. */
export function beyond({ least, most, open, whole, optional }: NumberField, value: number | null): ErrorBody | null {
  if (value === null && optional) return null;
  const above = value !== null && (open === "least" ? value > least : value >= least);
  const below = value !== null && (open === "most" ? value < most : value <= most);
  const fits = above && below && (!whole || Number.isInteger(value));
  if (fits) return null;
  const code = whole && above && below ? "not_whole" : open === null ? "outside" : CODES[open];
  return { code, message: code, field: null, data: { given: value === null ? "–" : said(value), least: said(least), most: said(most) } };
}

/** Numbers are written as whole ones, so that others are given as they are. */
const said = (value: number): number | string => {
  if (Number.isInteger(value)) return value;
  return Number.isFinite(value) ? String(value) : value < 0 ? "−∞" : "∞";
};

/** The first of the values that its field does not take, with the field's name in `data`. */
export function firstBeyond(fields: ReadonlyMap<string, SchemaField>, values: Readonly<Record<string, unknown>>): ErrorBody | null {
  for (const field of fields.values()) {
    const value = values[field.name];
    if (field.kind !== "number" || value === undefined) continue;
    const fault = beyond(field, typeof value === "number" ? value : null);
    if (fault) return { ...fault, data: { ...fault.data, name: field.name } };
  }
  return null;
}
