import type { JsonSchema } from "@espalier/contract";

/** Gives for equal schemas one and the same object. */
export type SchemaPool = (schema: JsonSchema) => JsonSchema;

/**
 * A pool that is empty. One schema flows through many nodes and is put together again for each; where it is one object,
 * whatever was found out about it need not be found out again.
 */
export function createSchemaPool(): SchemaPool {
  const byText = new Map<string, JsonSchema>();
  const known = new WeakSet<JsonSchema>();
  return (schema) => {
    if (known.has(schema)) return schema;
    const text = JSON.stringify(schema);
    const same = byText.get(text) ?? schema;
    byText.set(text, same);
    known.add(same);
    return same;
  };
}
