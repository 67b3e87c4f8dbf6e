import { expect, test } from "@jest/globals";
import type { JsonSchema } from "@espalier/contract";
import { readFileSync } from "node:fs";
import { readConfig } from "./index.ts";
import { CONFIG_SCHEMA } from "./schema.ts";

const page = readFileSync(new URL("../../../../docs/config.md", import.meta.url), "utf8");

function keysOf(schema: JsonSchema): string[] {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const further = schema["additionalProperties"];
  return [
    ...properties.flatMap(([key, inner]) => [key, ...keysOf(inner)]),
    ...(typeof further === "object" && further !== null ? keysOf(further as JsonSchema) : []),
  ];
}

test("docs/config.md has a row for every key, and every word that a key may have", () => {
  const rows = new Set([...page.matchAll(/^\| `([$\w]+)`/gm)].map((match) => match[1]!));
  // The two prices stand in the row of their object.
  const expected = keysOf(CONFIG_SCHEMA).filter((key) => key !== "input" && key !== "output");
  expect(expected.length).toBeGreaterThan(15);
  expect([...rows].filter((key) => key !== "ESPALIER_PYTHON").sort()).toEqual(expected.sort());
  for (const word of [
    "sample",
    "openai",
    "json_schema",
    "json_object",
    "none",
    "max_completion_tokens",
    "input",
    "output",
  ])
    expect(page).toContain(`"${word}"`);
});

test("every example of docs/config.md is a configuration", () => {
  const environment = { LLM_KEY: "k", OPENAI_API_KEY: "k", AZURE_OPENAI_API_KEY: "k" };
  const examples = [...page.matchAll(/^```json\n(.*?)^```/gms)].map((match) => JSON.parse(match[1]!) as unknown);
  expect(examples).toHaveLength(4);
  for (const example of examples) expect(readConfig(example, environment, "example").models.size).toBeGreaterThan(0);
});
