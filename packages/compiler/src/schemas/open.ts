import type { JsonSchema } from "@espalier/contract";
import { mapSubschemas } from "./subschemas.ts";

/** A schema whose closed objects are open, to compare schemas in everything else. */
export function openForm(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = mapSubschemas(schema, openForm);
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { ...rest, additionalProperties };
}
