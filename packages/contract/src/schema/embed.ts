import { canonicalJson, digest } from "../canonical.ts";
import type { JsonSchema, Schemas, Subschema } from "../json.ts";
import { LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./keywords.ts";
import { neededDefinitions, referencedName, referenceTo, standalone } from "./reference.ts";

const MOST_COMPARED_ALONE = 50;

/** Schemas that may stand inside one document, and the definitions that this document needs. */
export interface Embedded {
  readonly schemas: readonly JsonSchema[];
  readonly $defs: Schemas | undefined;
}

/**
 * Makes ready for one document what were documents of their own: their definitions come to the top. Definitions of
 * the same name and meaning are shared; a second meaning of a name is renamed `Name_2`, a third `Name_3`, in order.
 */
export function embed(documents: readonly JsonSchema[]): Embedded {
  const definitions = new Definitions();
  const schemas = documents.map((document) => {
    const { $defs: _defs, $schema: _dialect, ...rest } = document;
    return rename(rest, definitions.take(document));
  });
  return { schemas, $defs: definitions.all() };
}

/** A closed object with the given fields, all required, in the given order. */
export function objectOf(entries: Iterable<readonly [string, JsonSchema]>): JsonSchema {
  const fields = [...entries];
  const { schemas, $defs } = embed(fields.map(([, schema]) => schema));
  const properties = Object.fromEntries(fields.map(([name], index) => [name, schemas[index] ?? true]));
  const required = fields.map(([name]) => name);
  return withDefinitions({ type: "object", properties, required, additionalProperties: false }, $defs);
}

/** A list of such elements. */
export function arrayOf(element: JsonSchema): JsonSchema {
  const { $defs, $schema: _dialect, ...items } = element;
  return withDefinitions({ type: "array", items }, $defs);
}

/** One of the schemas, each taken once. One schema is its own union; without any, nothing is allowed. */
export function unionOf(documents: readonly JsonSchema[]): JsonSchema {
  const { schemas, $defs } = embed(documents);
  const distinct = [...new Map(schemas.map((schema) => [canonicalJson(schema), schema])).values()];
  const [first] = distinct;
  if (first === undefined) return { not: {} };
  return withDefinitions(distinct.length === 1 ? first : { anyOf: distinct }, $defs);
}

function withDefinitions(schema: JsonSchema, $defs: Schemas | undefined): JsonSchema {
  return $defs === undefined || Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
}

/**
 * What each definition of a document means: its text and that of all it refers to. With many definitions their texts
 * would grow with the square, so each then stands for the document's definitions as a whole.
 */
function meanings(document: JsonSchema, names: ReadonlySet<string>): (name: string) => string {
  if (names.size <= MOST_COMPARED_ALONE) {
    return (name) => canonicalJson(standalone({ $ref: referenceTo(name) }, document));
  }
  const whole = digest(document.$defs);
  return (name) => `${whole} ${name}`;
}

/** The definitions of the document in the making. */
class Definitions {
  readonly #taken = new Map<string, Subschema>();
  /** For a name of any document: its meanings so far, and what each is called here. */
  readonly #meanings = new Map<string, Map<string, string>>();

  /** Takes in a document's definitions and says how its names are called here, where that differs. */
  take(document: JsonSchema): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>();
    const added = new Map<string, Subschema>();
    const needed = neededDefinitions(document, document);
    const meaning = meanings(document, needed);
    for (const name of needed) {
      const definition = document.$defs?.[name];
      if (definition === undefined) continue;
      const { called, known } = this.#call(name, meaning(name));
      if (called !== name) renamed.set(name, called);
      if (!known) added.set(called, definition);
    }
    for (const [called, definition] of added) this.#taken.set(called, renameAny(definition, renamed));
    return renamed;
  }

  all(): Schemas | undefined {
    return this.#taken.size === 0 ? undefined : Object.fromEntries(this.#taken);
  }

  #call(name: string, meaning: string): { called: string; known: boolean } {
    const known = this.#meanings.get(name) ?? new Map<string, string>();
    this.#meanings.set(name, known);
    const called = known.get(meaning);
    if (called !== undefined) return { called, known: true };
    const free = this.#free(name);
    this.#taken.set(free, true); // holds the name until the definition is there
    known.set(meaning, free);
    return { called: free, known: false };
  }

  #free(name: string): string {
    if (!this.#taken.has(name)) return name;
    let count = 2;
    while (this.#taken.has(`${name}_${count}`)) count += 1;
    return `${name}_${count}`;
  }
}

function renameAny(schema: Subschema, names: ReadonlyMap<string, string>): Subschema {
  return typeof schema === "boolean" ? schema : rename(schema, names);
}

/** The schema with its references renamed. Nothing but schemas is looked into: an `enum` may hold a `$ref` key. */
function rename(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  if (names.size === 0) return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, renameKeyword(keyword, value, names)]);
  return Object.fromEntries(entries);
}

function renameKeyword(keyword: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (keyword === "$ref") {
    const name = referencedName(String(value));
    const called = name === undefined ? undefined : names.get(name);
    return called === undefined ? value : referenceTo(called);
  }
  if (SCHEMA_KEYWORDS.includes(keyword)) return renameAny(value as Subschema, names);
  if (LIST_KEYWORDS.includes(keyword)) return (value as Subschema[]).map((item) => renameAny(item, names));
  if (!MAP_KEYWORDS.includes(keyword)) return value;
  const schemas = Object.entries(value as Schemas).map(([name, item]) => [name, renameAny(item, names)]);
  return Object.fromEntries(schemas);
}
