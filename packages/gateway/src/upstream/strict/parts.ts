import type { JsonSchema } from "@espalier/contract";

// The insides of a schema in the dialect, where none is a mere true or false.

export function membersOf(schema: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? []) as readonly JsonSchema[];
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
}

export function definitionsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
}
