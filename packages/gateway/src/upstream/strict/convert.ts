import {
  isJsonObject,
  resolveReference,
  type Json,
  type JsonSchema,
  type JsonType,
  type Subschema,
} from "@espalier/contract";
import { dropOthers, InexpressibleError, type Conversion, type Said } from "./conversion.ts";
import { listedValues, typesOf, typesOfValues } from "./types.ts";

/** What the dialect tells of each type, besides its inside. */
const TOLD: Partial<Record<JsonType, readonly string[]>> = {
  string: ["pattern", "format"],
  number: ["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  integer: ["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  array: ["minItems", "maxItems"],
};

const FORMATS: ReadonlySet<unknown> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
]);

/** A schema of the author's in the dialect. Throws `InexpressibleError`. */
export function convert(author: Subschema, conversion: Conversion): JsonSchema {
  if (typeof author === "boolean") throw new InexpressibleError("any value, or none");
  const { schema, keywords } = say(author, conversion);
  dropOthers(author, keywords, conversion);
  // Beside `$ref` nothing may stand.
  const { description } = author;
  return typeof description === "string" && schema.$ref === undefined ? Object.assign(schema, { description }) : schema;
}

function say(author: JsonSchema, conversion: Conversion): Said {
  const { $ref, anyOf, oneOf, allOf } = author;
  if ($ref !== undefined) return { schema: { $ref }, keywords: ["$ref"] };
  if (anyOf !== undefined) return { schema: union(anyOf, conversion), keywords: ["anyOf"] };
  if (oneOf !== undefined) {
    conversion.dropped.add("oneOf");
    return { schema: union(oneOf, conversion), keywords: ["oneOf"] };
  }
  if (allOf?.length === 1) return { schema: convert(allOf[0]!, conversion), keywords: ["allOf"] };
  const values = listedValues(author);
  return values === undefined ? sayTypes(author, conversion) : sayValues(values);
}

function union(members: readonly Subschema[], conversion: Conversion): JsonSchema {
  return { anyOf: members.map((member) => convert(member, conversion)) };
}

function sayValues(values: readonly Json[]): Said {
  if (values.length === 0) throw new InexpressibleError("no value");
  const schema = { type: oneOrAll(typesOfValues(values)), enum: [...new Set(values)] };
  return { schema, keywords: ["type", "enum", "const"] };
}

/** Scalars of several types are one schema; lists and objects are schemas of their own. */
function sayTypes(author: JsonSchema, conversion: Conversion): Said {
  const types = typesOf(author);
  const scalars = types.filter((type) => type !== "object" && type !== "array");
  const parts: Said[] = [];
  if (scalars.length > 0) parts.push(sayScalars(author, scalars));
  if (types.includes("object")) parts.push(sayObject(author, conversion));
  if (types.includes("array")) parts.push(sayArray(author, conversion));
  const [first] = parts;
  if (first === undefined) throw new InexpressibleError("no type");
  const schema = parts.length === 1 ? first.schema : { anyOf: parts.map((part) => part.schema) };
  return { schema, keywords: ["type", ...parts.flatMap(({ keywords }) => keywords)] };
}

function sayScalars(author: JsonSchema, types: readonly JsonType[]): Said {
  const told = types.flatMap((type) => tell(author, type));
  return { schema: { type: oneOrAll(types), ...Object.fromEntries(told) }, keywords: told.map(([keyword]) => keyword) };
}

function sayArray(author: JsonSchema, conversion: Conversion): Said {
  if (author.items === undefined) throw new InexpressibleError("a list of anything");
  const told = tell(author, "array");
  return {
    schema: { type: "array", items: convert(author.items, conversion), ...Object.fromEntries(told) },
    keywords: ["items", ...told.map(([keyword]) => keyword)],
  };
}

function tell(author: JsonSchema, type: JsonType): (readonly [string, Json])[] {
  return (TOLD[type] ?? []).flatMap((keyword) => {
    const value = author[keyword] as Json | undefined;
    const isKnown = value !== undefined && (keyword !== "format" || FORMATS.has(value));
    return isKnown ? [[keyword, value] as const] : [];
  });
}

function sayObject(author: JsonSchema, conversion: Conversion): Said {
  const { properties = {}, required = [], additionalProperties } = author;
  if (isJsonObject(additionalProperties)) throw new InexpressibleError("a record");
  if (Object.keys(properties).length === 0 && additionalProperties !== false)
    throw new InexpressibleError("any object");
  if (required.some((name) => !Object.hasOwn(properties, name))) throw new InexpressibleError("a property of any type");
  // Models write properties in this order. Canonical form sorts `properties`, and leaves `required` as the author has it.
  const names = [...new Set([...required, ...Object.keys(properties)])];
  const absent = names.filter((name) => !required.includes(name) && !admitsNull(properties[name]!, conversion.author));
  const converted = names.map((name) => {
    const inner = convert(properties[name]!, conversion);
    return [name, absent.includes(name) ? { anyOf: [inner, { type: "null" } as const] } : inner] as const;
  });
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(converted),
    required: names,
    additionalProperties: false,
  };
  conversion.absent.set(schema, new Set(absent));
  return { schema, keywords: ["properties", "required", "additionalProperties"] };
}

/** Whether null is one of the author's own values. `seen`: references that were followed. */
function admitsNull(author: Subschema, root: JsonSchema, seen: Set<string> = new Set()): boolean {
  if (typeof author === "boolean") return author;
  const { $ref, anyOf, oneOf, allOf, type } = author;
  if ($ref !== undefined) {
    if (seen.has($ref)) return false;
    seen.add($ref);
    return admitsNull(resolveReference(root, $ref) ?? false, root, seen);
  }
  const members = anyOf ?? oneOf ?? allOf;
  if (members !== undefined) return members.some((member) => admitsNull(member, root, seen));
  return listedValues(author)?.includes(null) ?? [type].flat().includes("null");
}

function oneOrAll(types: readonly JsonType[]): JsonType | readonly JsonType[] {
  return types.length === 1 ? types[0]! : types;
}
