import { expect, test } from "@jest/globals";
import type { Bundle, JsonSchema, Node } from "@espalier/contract";
import { admitBundle } from "./admission.ts";
import { ask, echo, script, workflow } from "./fixtures/bundles.ts";
import { createSchemaValidator } from "./validation/index.ts";

const available = { available: true } as const;
const validator = createSchemaValidator();

async function refusal(bundle: Bundle, python: { available: true } | { available: false; reason: string } = available) {
  try {
    await admitBundle(bundle, { languages: { javascript: available, python }, validator });
    return undefined;
  } catch (error) {
    const { message, status, code, param } = error as Record<string, unknown>;
    return { message, status, code, param };
  }
}

const TEXT: JsonSchema = { type: "string" };
/** The contract takes it; engines without backtracking cannot. */
const BAD: JsonSchema = { type: "string", pattern: "^(?=x)" };
const list = script("return []", { returns: { type: "array", items: TEXT } });

/** `inner` inside an exit of an `if` inside a loop inside a branch. */
function nested(inner: Node): Bundle {
  const item = { ...inner, id: "node_6", inputs: { input: { source: "item" } } } as Node;
  const exit = { ...script("return 'b'", { returns: inner.output_schema, from: "item" }), id: "node_7" };
  const condition = {
    ...(script("return true", { returns: { type: "boolean" } }) as never as { program: object }).program,
  };
  const output = inner.output_schema;
  const loopOutput = { type: "array", items: output };
  return {
    contract_version: 2,
    name: "nested",
    nodes: [
      { ...list, id: "node_1" },
      {
        id: "node_2",
        type: "parallel",
        branches: [
          {
            name: "a",
            nodes: [
              {
                id: "node_3",
                type: "for_each",
                items: { source: "previous" },
                nodes: [
                  { ...script("return input", { returns: TEXT, from: "item" }), id: "node_4" },
                  { id: "node_5", type: "if", condition, then: [item], otherwise: [exit], output_schema: output },
                ],
                max_items: 10,
                max_concurrency: 1,
                output_schema: loopOutput,
              },
            ],
          },
        ],
        max_concurrency: 1,
        output_schema: { type: "object", properties: { a: loopOutput }, required: ["a"], additionalProperties: false },
      },
    ],
    output_schema: { type: "object", properties: { a: loopOutput }, required: ["a"], additionalProperties: false },
  } as unknown as Bundle;
}

test("takes what it can run", async () => {
  expect(await refusal(echo("echo"))).toBeUndefined();
  expect(await refusal(workflow("ask", [ask("m", { schema: TEXT })]))).toBeUndefined();
  expect(await refusal(nested(script("return 'a'", { returns: TEXT })))).toBeUndefined();
});

const missing = { available: false, reason: "python3 was not found" } as const;

test("refuses a language that does not run here, wherever it stands", async () => {
  const python = (returns: JsonSchema) => script("return 'a'", { returns, language: "python" });
  const expected = {
    message: "this gateway runs no python programs: python3 was not found",
    status: 400,
    code: "unsupported_language",
  };
  expect(await refusal(workflow("p", [python(TEXT)]), missing)).toEqual({ ...expected, param: "/nodes/0/program" });
  expect(await refusal(nested(python(TEXT)), missing)).toEqual({
    ...expected,
    param: "/nodes/1/branches/0/nodes/0/nodes/1/then/0/program",
  });
  expect(await refusal(workflow("p", [python(TEXT)]))).toBeUndefined();
  expect(await refusal(echo("echo"), missing)).toBeUndefined();
});

test("refuses a schema that cannot be used, wherever it stands", async () => {
  const at = async (bundle: Bundle) => (await refusal(bundle))?.param;
  expect(await refusal(workflow("s", [script("return 1", { returns: BAD })]))).toEqual({
    message: expect.stringMatching(/^\/nodes\/0\/output_schema: the schema cannot be used: /),
    status: 400,
    code: "unsupported_schema",
    param: "/nodes/0/output_schema",
  });
  expect(await at(workflow("s", [ask("m", { schema: BAD })]))).toBe("/nodes/0/output_schema");
  const program = script("return 1") as Node & { program: { parameters: object[] } };
  const parameters = [
    { name: "input", schema: { type: "array", items: { properties: { role: BAD } } }, required: true },
  ];
  const withParameter = { ...program, program: { ...program.program, parameters } } as unknown as Node;
  expect(await at(workflow("s", [withParameter]))).toBe("/nodes/0/program/parameters/0/schema");
});

test("lets others go on while it compiles the schemas of a large bundle", async () => {
  const schema = (tag: number): JsonSchema => {
    const fields = Array.from({ length: 100 }, (_, index) => [
      `f${tag}_${index}`,
      { pattern: `^${tag}_${index}[a-z]{0,30}$` },
    ]);
    return { type: "object", properties: Object.fromEntries(fields) as Record<string, JsonSchema> };
  };
  const nodes = Array.from({ length: 20 }, (_, tag) => ask("m", { schema: schema(tag) }));
  let turns = 0;
  let admitted = false;
  const turn = (): void => {
    turns += 1;
    if (!admitted) setImmediate(turn);
  };
  setImmediate(turn);
  const refused = await refusal(workflow("large", nodes));
  admitted = true;
  expect(refused).toBeUndefined();
  expect(turns).toBeGreaterThan(5);
});
