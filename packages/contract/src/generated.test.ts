import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WORKFLOW_NAME } from "./constants.ts";

const generator = new URL("../scripts/generate.mjs", import.meta.url).href;
const generated = new URL("./generated/", import.meta.url);

test.each([1, 2])("contract %i takes the names of workflows that the constant tells", (version) => {
  const schema = readFileSync(new URL(`../schemas/v${version}.json`, import.meta.url), "utf8");
  const { pattern } = (JSON.parse(schema) as { properties: { name: { pattern: string } } }).properties.name;
  expect(pattern).toBe(WORKFLOW_NAME.source);
});

test("the generated files are what the schemas give now, and need no package at run time", () => {
  // In a process of its own: the generator's packages do not load inside a test's module registry.
  const script = `const { generate } = await import(${JSON.stringify(generator)}); console.log(JSON.stringify([...await generate()]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: fileURLToPath(generated),
    encoding: "utf8",
    maxBuffer: 2 ** 24,
  });
  const expected = new Map(JSON.parse(output) as [string, string][]);
  expect(readdirSync(generated).sort()).toEqual([...expected.keys()].sort());
  const stale = [...expected].filter(([name, text]) => readFileSync(new URL(name, generated), "utf8") !== text);
  expect(stale.map(([name]) => name)).toEqual([]);
  expect(expected.get("validators.ts")).not.toMatch(/^import |(?<!')require\(/m);
});
