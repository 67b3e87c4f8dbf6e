import { standalone, type JsonSchema } from "@espalier/contract";
import { InexpressibleError, type Conversion } from "./conversion.ts";
import { convert } from "./convert.ts";
import { withinStrictLimits } from "./limits.ts";

/** A schema in the dialect of strict structured output, and the way back. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  /** Properties of object schemas whose null stands for an absent one. */
  readonly absent: ReadonlyMap<JsonSchema, ReadonlySet<string>>;
  /** Keywords of the author's that the dialect lacks: only the validation of the answer sees to them. */
  readonly dropped: ReadonlySet<string>;
}

/**
 * The author's schema as strict structured output takes it: every object closed and all of its properties required,
 * optional ones nullable instead, `$ref` alone, `oneOf` as `anyOf`. Narrower than the author's where that is left open,
 * wider where `dropped` says so. Undefined: it cannot be said there (any value, records, tuples, `allOf`, conditions),
 * or is larger than the dialect allows.
 */
export function strictSchema(author: JsonSchema): StrictSchema | undefined {
  const conversion: Conversion = { author, absent: new Map(), dropped: new Set() };
  try {
    const schema = convertDocument(author, conversion);
    const { absent, dropped } = conversion;
    return withinStrictLimits(schema) ? { schema, absent, dropped } : undefined;
  } catch (error) {
    if (error instanceof InexpressibleError) return undefined;
    throw error;
  }
}

function convertDocument(author: JsonSchema, conversion: Conversion): JsonSchema {
  const definitions = Object.entries(standalone(author, author).$defs ?? {});
  const schema = convert(author, conversion);
  if (definitions.length === 0) return schema;
  const $defs = Object.fromEntries(definitions.map(([name, each]) => [name, convert(each, conversion)]));
  // Objects are remembered by identity: the root must stay the same object.
  return Object.assign(schema, { $defs });
}
