import type { JsonSchema, Subschema } from "../json.ts";
import { combine, just, toSchema } from "./combine.ts";
import type { Combination } from "./combine.ts";
import { foldSchema } from "./fold.ts";
import { standalone } from "./reference.ts";

/** The schema of a selected field, or why the source has no such field. */
export type Selection =
  | { readonly ok: true; readonly schema: JsonSchema }
  | {
      readonly ok: false;
      /** Not always an object; no such field is declared; the field may be missing. */
      readonly reason: "not-an-object" | "unknown-field" | "optional-field";
      readonly field: string;
      /** Which step of the path failed. */
      readonly index: number;
      /** The fields that the source declares there. */
      readonly fields: string[];
    };

/**
 * The schema of `source.field("a").field("b")`: each field must be declared and required by the schema before it,
 * through `$ref` and `allOf`, and by every variant of a union. An index signature declares nothing.
 */
export function selectField(schema: JsonSchema, path: readonly string[]): Selection {
  let current = schema;
  for (const [index, field] of path.entries()) {
    const facts = foldSchema(current, current, reader(field)) ?? UNKNOWN;
    const reason = refusal(facts);
    if (reason !== undefined) return { ok: false, reason, field, index, fields: declaredFields(current) };
    current = standalone(facts.declared === undefined ? true : toSchema(facts.declared), current);
  }
  return { ok: true, schema: current };
}

/** What a schema says about one field. */
interface Facts {
  /** Whether every value is an object, no value is one, or it is left open and nothing is declared. */
  readonly object: boolean;
  /** Whether the schema says anything that bears on this: a type, values or properties. */
  readonly constrained: boolean;
  readonly declared: Combination | undefined;
  readonly required: boolean;
}

const UNKNOWN: Facts = { object: false, constrained: false, declared: undefined, required: false };

function refusal(facts: Facts): "not-an-object" | "unknown-field" | "optional-field" | undefined {
  if (!facts.object && facts.constrained) return "not-an-object";
  if (facts.declared === undefined) return "unknown-field";
  return facts.required ? undefined : "optional-field";
}

function reader(field: string) {
  return {
    own: (schema: JsonSchema): Facts => ({
      object: isObjectType(schema),
      constrained: ["const", "enum", "not", "properties", "required", "type"].some((key) => schema[key] !== undefined),
      declared: declared(schema, field),
      required: schema.required?.includes(field) ?? false,
    }),
    all: (parts: readonly Facts[]): Facts => ({
      object: parts.some((part) => part.object),
      constrained: parts.some((part) => part.constrained),
      declared: together(
        "allOf",
        parts.map((part) => part.declared).filter((part) => part !== undefined),
      ),
      required: parts.some((part) => part.required),
    }),
    any: (parts: readonly Facts[]): Facts => ({
      object: parts.every((part) => part.object),
      constrained: parts.some((part) => part.constrained),
      declared: inEvery(parts.map((part) => part.declared)),
      required: parts.every((part) => part.required),
    }),
  };
}

function isObjectType({ type }: JsonSchema): boolean {
  return type === "object" || (Array.isArray(type) && type.length === 1 && type[0] === "object");
}

function declared({ properties }: JsonSchema, field: string): Combination | undefined {
  const schema: Subschema | undefined =
    properties !== undefined && Object.hasOwn(properties, field) ? properties[field] : undefined;
  return schema === undefined ? undefined : just(schema);
}

function inEvery(parts: readonly (Combination | undefined)[]): Combination | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? together("anyOf", known) : undefined;
}

function together(how: Combination["how"], parts: readonly Combination[]): Combination | undefined {
  return parts.length === 0 ? undefined : combine(how, parts);
}

/** The fields that a schema declares anywhere that `selectField` looks, in the order in which they are found. */
function declaredFields(schema: JsonSchema): string[] {
  const union = (parts: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
    new Set(parts.flatMap((part) => [...part]));
  const own = (part: JsonSchema): ReadonlySet<string> => new Set(Object.keys(part.properties ?? {}));
  return [...(foldSchema(schema, schema, { own, all: union, any: union }) ?? [])];
}
