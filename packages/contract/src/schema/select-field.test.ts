import { describe, expect, test } from "@jest/globals";
import { elementSchema, selectField } from "../index.ts";
import type { JsonSchema } from "../index.ts";

const invoice: JsonSchema = {
  type: "object",
  properties: {
    total: { type: "number" },
    note: { type: "string" },
    lines: { type: "array", items: { $ref: "#/$defs/Line" } },
  },
  required: ["total", "lines"],
};
const line: JsonSchema = { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] };
const $defs = { Line: line, Unused: { type: "null" as const } };

describe("selectField", () => {
  test("an empty path gives the schema itself", () => {
    expect(selectField(invoice, [])).toEqual({ ok: true, schema: invoice });
  });

  test("a field brings the definitions that it needs and no others", () => {
    expect(selectField({ ...invoice, $defs }, ["lines"])).toEqual({
      ok: true,
      schema: { type: "array", items: { $ref: "#/$defs/Line" }, $defs: { Line: line } },
    });
  });

  test("it looks through references and allOf, step by step", () => {
    const schema: JsonSchema = {
      allOf: [{ $ref: "#/$defs/Order" }, { type: "object" }],
      $defs: { Order: { properties: { line: { $ref: "#/$defs/Line" } }, required: ["line"] }, Line: line },
    };
    expect(selectField(schema, ["line", "sku"])).toEqual({ ok: true, schema: { type: "string" } });
  });

  test("every variant of a union must declare and require the field", () => {
    const other: JsonSchema = { type: "object", properties: { sku: { type: "number" } }, required: ["sku"] };
    expect(selectField({ anyOf: [line, other] }, ["sku"])).toEqual({
      ok: true,
      schema: { anyOf: [{ type: "string" }, { type: "number" }] },
    });
    expect(selectField({ oneOf: [line, { ...other, required: [] }] }, ["sku"])).toMatchObject({
      reason: "optional-field",
    });
    expect(selectField({ anyOf: [line, { type: "object" }] }, ["sku"])).toMatchObject({ reason: "unknown-field" });
    expect(selectField({ anyOf: [line, { type: "null" }] }, ["sku"])).toMatchObject({ reason: "not-an-object" });
  });

  test.each<[JsonSchema, string]>([
    [{ type: "string" }, "not-an-object"],
    [{ type: ["object", "null"], properties: { a: {} }, required: ["a"] }, "not-an-object"],
    [{ properties: { a: {} }, required: ["a"] }, "not-an-object"],
    [{}, "unknown-field"],
    [{ type: "object", additionalProperties: { type: "string" } }, "unknown-field"],
    [{ type: "object", required: ["a"] }, "unknown-field"],
    [{ type: "object", properties: { a: {} } }, "optional-field"],
  ])("%j refuses a with %s", (schema, reason) => {
    expect(selectField(schema, ["a"])).toMatchObject({ ok: false, reason, field: "a", index: 0 });
  });

  test("a refusal says which step failed and what is declared there", () => {
    expect(
      selectField({ type: "object", properties: { invoice }, required: ["invoice"] }, ["invoice", "totl"]),
    ).toEqual({
      ok: false,
      reason: "unknown-field",
      field: "totl",
      index: 1,
      fields: ["total", "note", "lines"],
    });
  });

  test("names of Object.prototype are no fields", () => {
    for (const name of ["constructor", "toString", "__proto__"]) {
      expect(selectField(invoice, [name])).toMatchObject({ reason: "unknown-field" });
    }
  });

  test("recursive definitions and ones that double at each step come to an end", () => {
    const tree: JsonSchema = {
      $ref: "#/$defs/Tree",
      $defs: {
        Tree: {
          anyOf: [
            { $ref: "#/$defs/Tree" },
            { type: "object", properties: { kids: { $ref: "#/$defs/Tree" } }, required: ["kids"] },
          ],
        },
      },
    };
    expect(selectField(tree, ["kids", "kids"])).toEqual({ ok: true, schema: tree });
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, level) => {
        const below = { $ref: `#/$defs/D${level + 1}` };
        const how = level % 2 === 0 ? "anyOf" : "allOf";
        return [`D${level}`, { [how]: [{ [how === "anyOf" ? "allOf" : "anyOf"]: [below, line] }, below] }];
      }),
    );
    const wide: JsonSchema = { $ref: "#/$defs/D0", $defs: { ...doubling, D60: line } };
    expect(selectField(wide, ["sku"]).ok).toEqual(expect.any(Boolean));
  });
});

describe("elementSchema", () => {
  test.each<[JsonSchema, JsonSchema | undefined]>([
    [{ type: "array", items: { type: "string" } }, { type: "string" }],
    [{ type: "array" }, {}],
    [
      { type: "array", prefixItems: [{ type: "string" }, { type: "null" }], items: false },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [{ type: "array", prefixItems: [{ type: "string" }], maxItems: 1 }, { type: "string" }],
    [{ type: "array", prefixItems: [{ type: "string" }] }, {}],
    [
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "null" } },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [{ type: "array", items: false }, { not: {} }],
    [
      {
        anyOf: [
          { type: "array", items: { type: "string" } },
          { type: "array", items: { type: "null" } },
        ],
      },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [{ anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] }, undefined],
    [{ type: ["array", "null"] }, undefined],
    [{ type: "string" }, undefined],
    [{}, undefined],
    [
      { $ref: "#/$defs/List", $defs: { List: { type: "array", items: { $ref: "#/$defs/Line" } }, Line: line } },
      { $ref: "#/$defs/Line", $defs: { Line: line } },
    ],
  ])("of %j", (list, element) => {
    expect(elementSchema(list)).toEqual(element);
  });
});
