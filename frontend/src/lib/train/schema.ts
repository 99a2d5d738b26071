/** Fields of a form from JSON schema: kind, bounds and default, as the server's own models say them. */

export interface NumberField {
  readonly kind: "number";
  readonly name: string;
  readonly first: number | null;
  readonly least: number;
  readonly most: number;
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

/** Where a number is outside of its field: the bound that it breaks; null: it fits. */
export function beyond(field: NumberField, value: number | null): number | null {
  if (value === null) return field.optional ? null : field.least;
  if (Number.isNaN(value) || value < field.least || (field.whole && !Number.isInteger(value))) return field.least;
  return value > field.most ? field.most : null;
}
