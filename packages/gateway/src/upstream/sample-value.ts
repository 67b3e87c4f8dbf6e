import type { Json, JsonSchema } from "@espalier/contract";
import type { Random } from "./sample-random.ts";

/** A schema for which no sample can be made. */
export class NoSampleError extends Error {
  override readonly name = "NoSampleError";
}

interface Maker {
  readonly root: JsonSchema;
  readonly random: Random;
  readonly label: string;
  /** How many values may still be made. */
  left: number;
}

/** Schemas come from outside, and may ask for more than fits into memory. */
const MOST_VALUES = 10_000;
const LONGEST_TEXT = 10_000;

/** Below this depth optional things are left out and lists are as short as they may be, so that recursion ends. */
const SHALLOW = 6;
const DEEPEST = 40;

/** A made-up value that fits the schema. Text starts with the label. Throws {@link NoSampleError} when it cannot. */
export function sampleValue(schema: JsonSchema, random: Random, label: string): Json {
  return make(schema, { root: schema, random, label, left: MOST_VALUES }, 0);
}

function make(schema: Json, maker: Maker, depth: number): Json {
  if (schema === true) return null;
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    throw new NoSampleError("nothing is allowed");
  if (depth > DEEPEST) throw new NoSampleError("the schema never ends");
  if (--maker.left < 0) throw tooLarge();
  const at = schema as JsonSchema;
  if (at["const"] !== undefined) return at["const"];
  if (Array.isArray(at["enum"])) return pickOf(at["enum"], maker);
  if (typeof at["$ref"] === "string")
    return make(merge(resolve(at["$ref"], maker.root), without(at, "$ref")), maker, depth + 1);
  const choices = at["anyOf"] ?? at["oneOf"];
  if (Array.isArray(choices)) return makeChoice(choices, without(without(at, "anyOf"), "oneOf"), maker, depth);
  if (Array.isArray(at["allOf"]))
    return make(
      at["allOf"].reduce<JsonSchema>((all, one) => merge(all, target(one, maker)), without(at, "allOf")),
      maker,
      depth + 1,
    );
  return makeType(typeOf(at, maker, depth), at, maker, depth);
}

function tooLarge(): NoSampleError {
  return new NoSampleError("the schema asks for too much");
}

function pickOf(list: readonly Json[], maker: Maker): Json {
  if (list.length === 0) throw new NoSampleError("an empty enum allows nothing");
  return maker.random.pick(list);
}

/** One of several; near the bottom the one that ends soonest, which is a literal or a scalar if there is one. */
function makeChoice(choices: readonly Json[], rest: JsonSchema, maker: Maker, depth: number): Json {
  const scalar = choices.find((choice) => isScalar(target(choice, maker)));
  const chosen = depth >= SHALLOW && scalar !== undefined ? scalar : pickOf(choices, maker);
  return make(merge(target(chosen, maker), rest), maker, depth + 1);
}

function isScalar(schema: JsonSchema): boolean {
  return (
    "const" in schema ||
    "enum" in schema ||
    ["null", "boolean", "string", "number", "integer"].includes(schema["type"] as string)
  );
}

function typeOf(schema: JsonSchema, maker: Maker, depth: number): string {
  const type = schema["type"];
  if (typeof type === "string") return type;
  if (Array.isArray(type) && type.length > 0)
    return String(depth >= SHALLOW && type.includes("null") ? "null" : maker.random.pick(type));
  if (schema["properties"] !== undefined || schema["required"] !== undefined) return "object";
  if (schema["items"] !== undefined || schema["prefixItems"] !== undefined) return "array";
  return "string";
}

function makeType(type: string, schema: JsonSchema, maker: Maker, depth: number): Json {
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return maker.random.pick([true, false]);
    case "integer":
    case "number":
      return makeNumber(schema, type === "integer", maker);
    case "array":
      return makeArray(schema, maker, depth);
    case "object":
      return makeObject(schema, maker, depth);
    default:
      return makeText(schema, maker);
  }
}

function makeNumber(schema: JsonSchema, whole: boolean, maker: Maker): number {
  const figure = (key: string): number | undefined => (typeof schema[key] === "number" ? schema[key] : undefined);
  const step = figure("multipleOf") ?? (whole ? 1 : 0.01);
  const low = figure("minimum") ?? (figure("exclusiveMinimum") ?? NaN) + step;
  const high = figure("maximum") ?? (figure("exclusiveMaximum") ?? NaN) - step;
  const from = Number.isNaN(low) ? (Number.isNaN(high) ? 1 : Math.min(1, high - 100)) : low;
  const to = Number.isNaN(high) ? from + 100 : high;
  const steps = Math.floor(to / step + 1e-9) - Math.ceil(from / step - 1e-9);
  if (steps < 0) throw new NoSampleError(`no number is from ${from} to ${to}`);
  const value = (Math.ceil(from / step - 1e-9) + maker.random.between(0, Math.min(steps, 100_000))) * step;
  return Number(value.toFixed(10));
}

function makeArray(schema: JsonSchema, maker: Maker, depth: number): Json {
  const first = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Infinity;
  const more = schema["items"] === false ? 0 : depth >= SHALLOW ? 0 : maker.random.between(1, 3);
  const count = Math.min(Math.max(least, first.length, more), most);
  if (count > maker.left) throw tooLarge();
  return Array.from({ length: count }, (_, index) => make(first[index] ?? schema["items"] ?? {}, maker, depth + 1));
}

function makeObject(schema: JsonSchema, maker: Maker, depth: number): Json {
  const properties = (schema["properties"] ?? {}) as JsonSchema;
  const required = new Set((Array.isArray(schema["required"]) ? schema["required"] : []) as readonly string[]);
  const names = [...new Set([...Object.keys(properties), ...required])];
  const entries = names
    .filter((name) => required.has(name) || (depth < SHALLOW && maker.random.between(0, 1) === 1))
    .map((name): [string, Json] => [
      name,
      make(Object.hasOwn(properties, name) ? properties[name]! : {}, maker, depth + 1),
    ]);
  return Object.fromEntries(entries);
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "2025-01-31",
  time: "12:00:00Z",
  "date-time": "2025-01-31T12:00:00Z",
  duration: "P1D",
  email: "sample@example.com",
  hostname: "sample.example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/sample",
  "uri-reference": "/sample",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor", "iris", "juniper"] as const;

function makeText(schema: JsonSchema, maker: Maker): string {
  if (typeof schema["pattern"] === "string")
    throw new NoSampleError(`no text can be made up for the pattern ${JSON.stringify(schema["pattern"])}`);
  const format = schema["format"];
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return FORMATS[format]!;
  const text = `${maker.label} ${maker.random.pick(WORDS)} ${maker.random.pick(WORDS)}`;
  const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : Infinity;
  if (least > LONGEST_TEXT) throw tooLarge();
  return text.padEnd(least, ".").slice(0, most);
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
  const defs = (root["$defs"] ?? {}) as JsonSchema;
  if (name === undefined || !Object.hasOwn(defs, name)) throw new NoSampleError(`"${reference}" leads nowhere`);
  return asObject(defs[name]!);
}

/** What a schema says once its reference is followed. */
function target(schema: Json, maker: Maker): JsonSchema {
  let at = asObject(schema);
  for (let hops = 0; typeof at["$ref"] === "string"; hops++) {
    if (hops > DEEPEST) throw new NoSampleError("references lead in a circle");
    at = merge(resolve(at["$ref"], maker.root), without(at, "$ref"));
  }
  return at;
}

function asObject(schema: Json): JsonSchema {
  if (schema === true) return {};
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    throw new NoSampleError("nothing is allowed");
  return schema as JsonSchema;
}

/** Both schemas at once, as far as samples need it: properties and required names are joined, the rest overrides. */
function merge(a: JsonSchema, b: JsonSchema): JsonSchema {
  const joined: Record<string, Json> = { ...a, ...b };
  if (a["properties"] !== undefined && b["properties"] !== undefined)
    joined["properties"] = { ...(a["properties"] as JsonSchema), ...(b["properties"] as JsonSchema) };
  if (Array.isArray(a["required"]) && Array.isArray(b["required"]))
    joined["required"] = [...a["required"], ...b["required"]];
  return joined;
}

function without(schema: JsonSchema, keyword: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}
