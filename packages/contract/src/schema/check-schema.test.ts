import { expect, test } from "@jest/globals";
import { checkSchema } from "../index.ts";

function nested(levels: number): unknown {
  let schema: unknown = {};
  for (let level = 1; level < levels; level += 1) schema = { items: schema };
  return schema;
}

/** Definitions each of which is a list of the next one. */
function inARow(count: number, keyword: string): Record<string, unknown> {
  const links = Array.from({ length: count }, (_, n) => [`D${n}`, { [keyword]: [{ $ref: `#/$defs/D${n + 1}` }] }]);
  return { ...Object.fromEntries(links), [`D${count}`]: {} };
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

test.each<[unknown]>([
  [{}],
  [{ $schema: DIALECT, type: ["string", "null"], minLength: 1, pattern: "^\\p{L}+$", "x-note": { $id: 7 } }],
  [{ type: "object", properties: { $id: { type: "string" }, $ref: true }, additionalProperties: false }],
  [{ enum: [{ $id: "x" }], const: { $anchor: 1 }, default: { $dynamicRef: "#" } }],
  [{ $ref: "#/$defs/a%20b~1c", $defs: { "a b/c": { type: "array", items: { $ref: "#/$defs/a%20b~1c" } } } }],
  [nested(200)],
  [{ $ref: "#/$defs/D0", $defs: inARow(100, "anyOf") }],
])("%j is fine", (schema) => {
  expect(checkSchema(schema)).toEqual([]);
});

test.each<[unknown, string, string]>([
  [true, "invalid_schema", "/s"],
  [[], "invalid_schema", "/s"],
  [nested(201), "schema_too_deep", "/s"],
  [{ description: "x".repeat(65_536) }, "schema_too_large", "/s"],
  [{ properties: { "a/b": { $anchor: "x" } } }, "forbidden_keyword", "/s/properties/a~1b/$anchor"],
  [{ anyOf: [{}, { $dynamicRef: "#x" }] }, "forbidden_keyword", "/s/anyOf/1/$dynamicRef"],
  [{ items: { $defs: {} } }, "forbidden_keyword", "/s/items/$defs"],
  [{ $ref: "#" }, "unresolved_ref", "/s/$ref"],
  [{ $ref: "#/$defs/toString", $defs: {} }, "unresolved_ref", "/s/$ref"],
  [{ $ref: "#/$defs/%zz", $defs: {} }, "unresolved_ref", "/s/$ref"],
  [{ $ref: 7 }, "invalid_schema", "/s/$ref"],
  [{ type: "text" }, "invalid_schema", "/s/type"],
  [{ type: ["string", "string"] }, "invalid_schema", "/s/type"],
  [{ properties: [] }, "invalid_schema", "/s/properties"],
  [{ properties: { a: 1 } }, "invalid_schema", "/s/properties"],
  [{ required: ["a", "a"] }, "invalid_schema", "/s/required"],
  [{ anyOf: [] }, "invalid_schema", "/s/anyOf"],
  [{ items: [{}] }, "invalid_schema", "/s/items"],
  [{ pattern: "(" }, "invalid_schema", "/s/pattern"],
  [{ patternProperties: { "[": {} } }, "invalid_schema", "/s/patternProperties"],
  [{ minLength: -1 }, "invalid_schema", "/s/minLength"],
  [{ multipleOf: 0 }, "invalid_schema", "/s/multipleOf"],
  [{ $schema: "http://json-schema.org/draft-07/schema#" }, "invalid_schema", "/s/$schema"],
  [{ $ref: "#/$defs/D0", $defs: inARow(101, "anyOf") }, "schema_too_deep", "/s/$defs/D0"],
  [{ $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } }, "circular_ref", "/s/$defs/A"],
  [
    {
      $defs: { C: { $ref: "#/$defs/A" }, A: { not: { $ref: "#/$defs/B" } }, B: { anyOf: [{}, { $ref: "#/$defs/A" }] } },
    },
    "circular_ref",
    "/s/$defs/A",
  ],
])("%j is refused", (schema, code, pointer) => {
  expect(checkSchema(schema, "/s").map((issue) => [issue.code, issue.pointer])).toEqual([[code, pointer]]);
});

test("a schema of any depth is refused without walking into it", () => {
  expect(checkSchema(nested(100_000)).map((issue) => issue.code)).toEqual(["schema_too_deep"]);
});

test("broken definitions break nothing else", () => {
  const issues = checkSchema({ $ref: "#/$defs/A", $defs: null });
  expect(issues.map((issue) => [issue.code, issue.pointer])).toEqual([
    ["unresolved_ref", "/$ref"],
    ["invalid_schema", "/$defs"],
  ]);
});
