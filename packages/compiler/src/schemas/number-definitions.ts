import { canonicalJson, isJsonObject, type JsonSchema, referencedName, referenceTo } from "@espalier/contract";
import { mapSubschemas } from "./subschemas.ts";

/**
 * A schema whose definitions are called `Type1`, `Type2` and so on, as they are met. For libraries that count what they
 * have defined so far in the whole process: the same model must give the same bytes every time.
 */
export function numberDefinitions(schema: JsonSchema): JsonSchema {
  const { $defs, ...root } = JSON.parse(canonicalJson(schema)) as JsonSchema;
  if (!isJsonObject($defs)) return schema;
  const numbers = new Map<string, string>();
  const rename = (inner: JsonSchema): JsonSchema => {
    const mapped = mapSubschemas(inner, rename);
    const name = referencedName(String(inner.$ref));
    if (name === undefined || !Object.hasOwn($defs, name)) return mapped;
    numbers.set(name, numbers.get(name) ?? `Type${numbers.size + 1}`);
    return { ...mapped, $ref: referenceTo(numbers.get(name) ?? name) };
  };
  const renamed = rename(root);
  const definitions: Record<string, JsonSchema> = {};
  // Definitions that only definitions refer to are met on the way.
  for (const [name, number] of numbers) definitions[number] = rename($defs[name] as JsonSchema);
  return { ...renamed, $defs: definitions };
}
