import { isJsonObject, resolveReference, type Json, type JsonSchema } from "@espalier/contract";
import type { Validator } from "../../engine/index.ts";
import { membersOf, propertiesOf } from "./parts.ts";
import type { StrictSchema } from "./strict-schema.ts";
import { isOfType } from "./types.ts";

/** How many looks at parts of an answer it may take to tell the members of unions apart. */
const MOST_LOOKS = 300_000;

/**
 * An answer in the strict dialect as the author's schema has it: properties that the author made optional are left out
 * where they are null. What does not fit the dialect stays as it is: the author's schema judges it.
 */
export function readStrictAnswer(strict: StrictSchema, answer: Json, validate: Validator): Json {
  try {
    return new Reader(strict, validate).read(strict.schema, answer);
  } catch (error) {
    if (error instanceof RangeError) return answer; // out of looks, or of stack
    throw error;
  }
}

class Reader {
  private readonly known = new Map<JsonSchema, Map<Json, boolean>>();
  private looks = MOST_LOOKS;

  constructor(
    private readonly strict: StrictSchema,
    private readonly validate: Validator,
  ) {}

  read(schema: JsonSchema, value: Json): Json {
    if (schema.$ref !== undefined) return this.read(this.target(schema.$ref), value);
    if (schema.anyOf !== undefined) {
      const member = membersOf(schema).find((each) => this.fits(each, value));
      return member === undefined ? value : this.read(member, value);
    }
    const items = schema.items as JsonSchema | undefined;
    if (Array.isArray(value)) return items === undefined ? value : value.map((item: Json) => this.read(items, item));
    return isJsonObject(value) ? this.readObject(schema, value) : value;
  }

  private readObject(schema: JsonSchema, object: Readonly<Record<string, Json>>): Json {
    const properties = propertiesOf(schema);
    const absent = this.strict.absent.get(schema);
    const entries = Object.entries(object)
      .filter(([name, value]) => value !== null || absent?.has(name) !== true)
      .map(([name, value]) => {
        const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
        return [name, inner === undefined ? value : this.read(inner, value)] as const;
      });
    return Object.fromEntries(entries);
  }

  /** Whether a value is one of a schema's. Remembered, since members of unions look at the same values again. */
  private fits(schema: JsonSchema, value: Json): boolean {
    let answers = this.known.get(schema);
    if (answers === undefined) this.known.set(schema, (answers = new Map()));
    let answer = answers.get(value);
    if (answer === undefined) {
      if (--this.looks < 0) throw new RangeError("this takes too long");
      answer = this.look(schema, value);
      answers.set(value, answer);
    }
    return answer;
  }

  private look(schema: JsonSchema, value: Json): boolean {
    if (schema.$ref !== undefined) return this.fits(this.target(schema.$ref), value);
    if (schema.anyOf !== undefined) return membersOf(schema).some((each) => this.fits(each, value));
    if (schema.enum !== undefined) return schema.enum.includes(value);
    if (![schema.type!].flat().some((type) => isOfType(value, type))) return false;
    if (Array.isArray(value)) return this.lookAtItems(schema, value);
    if (!isJsonObject(value)) return this.validate(schema, value) === undefined;
    const properties = Object.entries(propertiesOf(schema));
    return (
      Object.keys(value).length === properties.length &&
      properties.every(([name, inner]) => Object.hasOwn(value, name) && this.fits(inner, value[name]!))
    );
  }

  private lookAtItems(schema: JsonSchema, items: readonly Json[]): boolean {
    const { minItems = 0, maxItems = Infinity } = schema;
    if (items.length < minItems || items.length > maxItems) return false;
    return items.every((item) => this.fits(schema.items as JsonSchema, item));
  }

  private target(reference: string): JsonSchema {
    return resolveReference(this.strict.schema, reference) as JsonSchema;
  }
}
