import { LIMITS, type JsonSchema, type JsonType } from "@espalier/contract";
import { definitionNames, sharedDeclarations } from "./sharing.ts";
import type { Declaration, Field, PythonType, Scalar } from "./type.ts";

/** How many subschemas may be written; far more than fit into the bytes that a schema may have. */
const MAX_SUBSCHEMAS = 10_000;
/** Classes written inside each other in place; further ones get a definition of their own. */
const MAX_INLINE = 16;

interface Writing {
  /** Types that are used more than once, with the names of their definitions. */
  readonly names: ReadonlyMap<Declaration, string>;
  readonly shared: Set<Declaration>;
  /** Definitions that something refers to; grows while they are written. */
  readonly referenced: Set<Declaration>;
  budget: number;
  inline: number;
}

/** Writes a type as a schema that stands alone, or gives undefined when it is too large for a bundle. */
export function schemaOf(type: PythonType): JsonSchema | undefined {
  const { shared, all } = sharedDeclarations(type);
  const writing: Writing = {
    names: definitionNames(all),
    shared,
    referenced: new Set(),
    budget: MAX_SUBSCHEMAS,
    inline: 0,
  };
  const root = write(writing, type);
  const definitions: [string, JsonSchema][] = [];
  for (const declaration of writing.referenced) {
    definitions.push([writing.names.get(declaration) ?? declaration.name, writeBody(writing, declaration)]);
  }
  definitions.sort(([a], [b]) => (a < b ? -1 : 1));
  const schema = definitions.length === 0 ? root : { ...root, $defs: Object.fromEntries(definitions) };
  const fits = writing.budget > 0 && Buffer.byteLength(JSON.stringify(schema)) <= LIMITS.schemaBytes;
  return fits ? schema : undefined;
}

function write(writing: Writing, type: PythonType): JsonSchema {
  writing.budget -= 1;
  if (writing.budget <= 0) return {};
  switch (type.kind) {
    case "unconstrained":
      return {};
    case "list":
      return { type: "array", ...(type.items && { items: write(writing, type.items) }) };
    case "tuple":
      return writeTuple(writing, type.items);
    case "map":
      return { type: "object", ...(type.values && { additionalProperties: write(writing, type.values) }) };
    case "union":
    case "literal":
      return writeUnion(writing, type);
    case "named":
      return writeNamed(writing, type.declaration);
    default:
      return { type: type.kind };
  }
}

function writeTuple(writing: Writing, items: readonly PythonType[]): JsonSchema {
  const end = { items: false, maxItems: items.length };
  if (items.length === 0) return { type: "array", ...end };
  return { type: "array", prefixItems: items.map((item) => write(writing, item)), minItems: items.length, ...end };
}

function writeNamed(writing: Writing, declaration: Declaration): JsonSchema {
  if (writing.shared.has(declaration) || writing.inline >= MAX_INLINE) {
    writing.shared.add(declaration);
    writing.referenced.add(declaration);
    return { $ref: `#/$defs/${writing.names.get(declaration) ?? declaration.name}` };
  }
  writing.inline += 1;
  const schema = writeBody(writing, declaration);
  writing.inline -= 1;
  return schema;
}

function writeBody(writing: Writing, { body }: Declaration): JsonSchema {
  switch (body?.kind) {
    case "object":
      return writeObject(writing, body.fields);
    case "enum":
      return writeUnion(writing, { kind: "literal", values: body.values });
    case "alias":
      return write(writing, body.type);
    default:
      return {};
  }
}

function writeObject(writing: Writing, fields: readonly Field[]): JsonSchema {
  const properties = fields.map(({ name, type }) => [name, write(writing, type)] as const);
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: "object",
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: required.sort() }),
  };
}

/** A union is flat, without parts that others cover, and in an order that does not depend on how it was written. */
function writeUnion(writing: Writing, type: PythonType): JsonSchema {
  const { others, values } = flatten(writing, type);
  const written = new Map<string, JsonSchema>();
  for (const schema of others.map((other) => write(writing, other))) written.set(JSON.stringify(schema), schema);
  if (others.some((other) => other.kind === "unconstrained")) return {};
  const has = (name: JsonType): boolean => written.has(JSON.stringify({ type: name }));
  if (has("number")) written.delete(JSON.stringify({ type: "integer" }));
  for (const schema of literalSchemas(values)) {
    const name = schema.type as JsonType;
    if (!has(name) && !(name === "integer" && has("number"))) written.set(JSON.stringify(schema), schema);
  }
  const sorted = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, schema]) => schema);
  return sorted.length === 1 && sorted[0] ? sorted[0] : { anyOf: sorted };
}

function flatten(writing: Writing, root: PythonType): { others: PythonType[]; values: Set<Scalar> } {
  const others = new Set<PythonType>();
  const values = new Set<Scalar>();
  const pending = [root];
  for (let type = pending.pop(); type; type = pending.pop()) {
    writing.budget -= 1;
    const body = type.kind === "named" && !writing.shared.has(type.declaration) ? type.declaration.body : undefined;
    if (writing.budget <= 0) break;
    if (type.kind === "union") pending.push(...type.members);
    else if (body?.kind === "alias") pending.push(body.type);
    else if (type.kind === "literal") for (const value of type.values) values.add(value);
    else if (body?.kind === "enum") for (const value of body.values) values.add(value);
    else others.add(type);
  }
  return { others: [...others].reverse(), values };
}

/** One `enum` for each JSON type among the values. */
function literalSchemas(values: ReadonlySet<Scalar>): JsonSchema[] {
  const groups = new Map<JsonType, Scalar[]>();
  for (const value of values) {
    const name = typeName(value);
    groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  return [...groups].map(([name, group]) => {
    if (name === "null" || (name === "boolean" && group.length === 2)) return { type: name };
    return { type: name, enum: group.sort(byValue) };
  });
}

function typeName(value: Scalar): JsonType {
  if (value === null) return "null";
  if (typeof value === "number") return "integer";
  return typeof value === "string" ? "string" : "boolean";
}

function byValue(a: Scalar, b: Scalar): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : 1;
}
