import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { checkBundle, type Issue, type Json, type JsonSchema } from "@espalier/contract";
import { script, workflow } from "../fixtures/bundles.ts";
import { createSchemaValidator } from "./index.ts";
import { EXCEPTIONS, REASONS, type Reason } from "./fixtures/suite-exceptions.ts";

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

// All that the JSON Schema Test Suite requires of draft 2020-12.
const root = new URL("../../../../", import.meta.url);
const suite = JSON.parse(
  readFileSync(new URL("fixtures/json-schema-test-suite/draft2020-12.json", root), "utf8"),
) as Readonly<Record<string, readonly Group[]>>;
const groups = Object.entries(suite).flatMap(([file, all]) => all.map((group) => ({ file, group })));

const validator = createSchemaValidator();

/** Why registering refuses the schema. */
function refusal(schema: JsonSchema): Reason | undefined {
  const [issue] = checkBundle(workflow("suite", [script("return 1", { returns: schema })]));
  if (issue !== undefined) return reasonOf(issue);
  expect(validator.refuse(schema)).toBeUndefined();
  return undefined;
}

function reasonOf({ code, message, pointer }: Issue): Reason | undefined {
  if (code === "forbidden_key") return "key";
  if (code === "unresolved_ref") return "reference";
  if (code === "forbidden_keyword") return message.startsWith("`$defs`") ? "defs" : "identifier";
  return pointer.endsWith("/$schema") ? "dialect" : code === "wrong_type" ? "boolean" : undefined;
}

/** Ajv as it comes, without formats and with no option that has to do with safety. It throws where it cannot. */
const plain = new Ajv2020({ strict: false, logger: false, addUsedSchema: false });

function plainVerdict(schema: JsonSchema): (data: Json) => boolean | "throws" {
  try {
    const check = plain.compile(schema);
    return (data) => check(data) as boolean;
  } catch {
    return () => "throws";
  }
}

test("the suite is judged as it expects, and as plain Ajv does, with the exceptions that are listed", () => {
  const found: Partial<Record<Reason, Record<string, string[]>>> = {};
  const unexplained: string[] = [];
  for (const { file, group } of groups) {
    const { description, schema, tests } = group;
    let reason = refusal(schema);
    const judged = reason === undefined ? tests : [];
    const ofAjv = reason === undefined ? plainVerdict(schema) : undefined;
    for (const { data, valid, description: what } of judged) {
      const ours = validator.validate(schema, data) === undefined;
      if (ours !== valid) reason = "format";
      else if (ours !== ofAjv?.(data)) reason = "ajv";
      if (ours !== valid && file !== "format") unexplained.push(`${file}: ${description}: ${what}`);
    }
    if (reason !== undefined) ((found[reason] ??= {})[file] ??= []).push(description);
  }
  expect(groups.flatMap(({ group }) => group.tests)).toHaveLength(1_299);
  expect(unexplained).toEqual([]);
  expect(found).toEqual(EXCEPTIONS);
});

test("docs/schemas.md tells of every exception", () => {
  const page = readFileSync(new URL("docs/schemas.md", root), "utf8").replaceAll(/\s+/g, " ");
  expect(Object.values(REASONS).filter((reason) => !page.includes(reason))).toEqual([]);
});
