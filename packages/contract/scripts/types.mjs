import { compile } from "json-schema-to-typescript";

// What json-schema-to-typescript adds to every definition.
const NOISE = /( \*\s*\n)? \* This interface was referenced by [^\n]*\n \* via the `definition` [^\n]*\n/g;

/** The text of the TypeScript declarations for one contract schema. `version` is "v1" or "v2". */
export async function declarations(schema, version) {
  const text = await compile(forTypes(schema), schema.title, {
    additionalProperties: false,
    bannerComment: banner(version),
    ignoreMinAndMaxItems: true,
    style: { bracketSpacing: true, printWidth: 120 },
    unreachableDefinitions: true,
  });
  return text.replace(NOISE, "");
}

function banner(version) {
  const names = version === "v1" ? "JsonSchema" : "Json, JsonSchema";
  return `// Generated from schemas/${version}.json by scripts/generate.mjs. Do not edit.
import type { ${names} } from "../json.ts";
`;
}

/**
 * The same schema in the words that json-schema-to-typescript understands: a choice by `if` becomes `oneOf`,
 * author schemas and literals get our own types, and `required` on a union (which each variant repeats) is left out.
 */
function forTypes(schema) {
  const copy = JSON.parse(JSON.stringify(schema), (_key, value) => reference(value));
  delete copy.$defs.Schema;
  for (const [name, definition] of Object.entries(copy.$defs)) {
    if (definition.if !== undefined) copy.$defs[name] = choice(definition);
    if (definition.oneOf !== undefined) delete definition.required;
  }
  const literal = copy.$defs.LiteralBinding;
  if (literal !== undefined) literal.properties.value.tsType = "Json";
  return copy;
}

/** A description beside `$ref` would make a second, numbered type of the same shape. */
function reference(value) {
  if (typeof value?.$ref !== "string") return value;
  const { $ref, description } = value;
  return $ref === "#/$defs/Schema" ? { tsType: "JsonSchema", ...(description && { description }) } : { $ref };
}

function choice({ description, then, else: otherwise }) {
  return { description, oneOf: [then, otherwise] };
}
