import type { JsonSchema } from "../../json.ts";

const OF_STRINGS = ["format", "maxLength", "minLength", "pattern"];
const OF_NUMBERS = ["exclusiveMaximum", "exclusiveMinimum", "format", "maximum", "minimum", "multipleOf"];
const OF_LISTS = [
  "contains",
  "items",
  "maxContains",
  "maxItems",
  "minContains",
  "minItems",
  "prefixItems",
  "unevaluatedItems",
  "uniqueItems",
];
const OF_OBJECTS = [
  "additionalProperties",
  "dependentRequired",
  "dependentSchemas",
  "maxProperties",
  "minProperties",
  "patternProperties",
  "properties",
  "propertyNames",
  "required",
  "unevaluatedProperties",
];
const OF_ANYTHING = ["$ref", "allOf", "anyOf", "const", "else", "enum", "if", "not", "oneOf", "then", "type"];

/** The keywords that can reject a value, by the type that they look at. All others are annotations. */
const BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ["array", OF_LISTS],
  ["boolean", []],
  ["integer", OF_NUMBERS],
  ["null", []],
  ["number", OF_NUMBERS],
  ["object", OF_OBJECTS],
  ["string", OF_STRINGS],
]);
const ALL = new Set([...OF_ANYTHING, ...OF_LISTS, ...OF_NUMBERS, ...OF_OBJECTS, ...OF_STRINGS]);

/** Values with which a keyword rejects nothing. */
const WITHOUT_EFFECT: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["additionalProperties", allowsAll],
  ["allOf", isEmpty],
  ["dependentRequired", isEmpty],
  ["dependentSchemas", isEmpty],
  ["items", allowsAll],
  ["minItems", isZero],
  ["minLength", isZero],
  ["minProperties", isZero],
  ["not", (value) => value === false],
  ["patternProperties", isEmpty],
  ["prefixItems", isEmpty],
  ["properties", isEmpty],
  ["propertyNames", allowsStrings],
  ["required", isEmpty],
  ["unevaluatedItems", allowsAll],
  ["unevaluatedProperties", allowsAll],
  ["uniqueItems", (value) => value === false],
]);

/**
 * A schema with only those of its own keywords that can reject a value: no annotations, nothing that its type makes
 * pointless, nothing without effect. What stands inside the keywords is left as it is.
 */
export function assertions(schema: JsonSchema): JsonSchema {
  const applying = typeof schema.type === "string" ? BY_TYPE.get(schema.type) : undefined;
  const kept = Object.entries(schema).filter(([keyword, value]) => {
    if (!ALL.has(keyword) || WITHOUT_EFFECT.get(keyword)?.(value)) return false;
    return applying === undefined || OF_ANYTHING.includes(keyword) || applying.includes(keyword);
  });
  return tuple(wholeNumber(pairs(Object.fromEntries(kept))));
}

/** A schema without annotations: with all of its own keywords that reject a value, or say which parts of it are seen. */
export function ruling(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ALL.has(keyword)));
}

/** Leaves out keywords that say nothing without a partner. */
function pairs(schema: JsonSchema): JsonSchema {
  const counts = "contains" in schema;
  const chooses = "if" in schema && ("then" in schema || "else" in schema);
  const kept = Object.entries(schema).filter(([keyword]) => {
    if (keyword === "minContains" || keyword === "maxContains") return counts;
    return chooses || !["else", "if", "then"].includes(keyword);
  });
  return Object.fromEntries(kept);
}

/** Whole numbers beyond 2^53 cannot be told apart in JSON; some libraries write that limit out. */
function wholeNumber(schema: JsonSchema): JsonSchema {
  if (schema.type !== "integer") return schema;
  const { maximum, minimum, ...rest } = schema;
  return {
    ...rest,
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
  };
}

/** A tuple ends where its parts end: said by `items: false`, by `maxItems` or by both. */
function tuple(schema: JsonSchema): JsonSchema {
  const { maxItems, prefixItems, ...rest } = schema;
  if (prefixItems === undefined) return schema;
  const length = prefixItems.length;
  const ends = rest.items === false || (maxItems !== undefined && maxItems <= length);
  return {
    ...rest,
    prefixItems,
    ...(ends && { items: false }),
    ...(maxItems !== undefined && !(ends && maxItems >= length) && { maxItems }),
  };
}

function isZero(value: unknown): boolean {
  return value === 0;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function allowsAll(value: unknown): boolean {
  return value === true || (isObject(value) && !Object.keys(value).some((keyword) => ALL.has(keyword)));
}

/** Names of properties are strings anyway. */
function allowsStrings(value: unknown): boolean {
  if (!isObject(value)) return value === true;
  const own = assertions(value);
  return Object.keys(own).every((keyword) => keyword === "type") && (own.type === undefined || own.type === "string");
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
