import type { Json, JsonSchema } from "@espalier/contract";
import { definitionsOf, membersOf, propertiesOf } from "./parts.ts";

/** OpenAI's published limits of strict schemas. */
const MOST_PROPERTIES = 5000;
const MOST_LEVELS = 10;
const MOST_VALUES = 1000;
const MOST_CHARACTERS = 120_000;
/** Enums of more strings than this may have the characters below in all. */
const LONG_ENUM = 250;
const LONG_ENUM_CHARACTERS = 15_000;

/** Whether a schema of the strict dialect is small enough. One level is left for wrapping it. */
export function withinStrictLimits(root: JsonSchema): boolean {
  let properties = 0;
  let values = 0;
  let characters = 0;
  const waiting: { schema: JsonSchema; level: number }[] = [{ schema: root, level: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, level } = next;
    if (level >= MOST_LEVELS) return false;
    const inner = Object.entries(propertiesOf(schema));
    const listed: readonly Json[] = schema.enum ?? [];
    const listedCharacters = listed.reduce<number>((sum, value) => sum + String(value).length, 0);
    if (listed.length > LONG_ENUM && listedCharacters > LONG_ENUM_CHARACTERS) return false;
    properties += inner.length;
    values += listed.length;
    const definitions = Object.entries(definitionsOf(schema));
    characters += [...inner, ...definitions].reduce((sum, [name]) => sum + name.length, listedCharacters);
    for (const [, each] of inner) waiting.push({ schema: each, level: level + 1 });
    for (const [, each] of definitions) waiting.push({ schema: each, level });
    for (const each of membersOf(schema)) waiting.push({ schema: each, level });
    if (schema.items !== undefined) waiting.push({ schema: schema.items as JsonSchema, level: level + 1 });
  }
  return properties <= MOST_PROPERTIES && values <= MOST_VALUES && characters <= MOST_CHARACTERS;
}
