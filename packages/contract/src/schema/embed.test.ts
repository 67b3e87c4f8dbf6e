import { describe, expect, test } from "@jest/globals";
import { arrayOf, canonicalJson, embed, objectOf, unionOf } from "../index.ts";
import type { JsonSchema } from "../index.ts";

const local = (Line: JsonSchema): JsonSchema => ({ type: "array", items: { $ref: "#/$defs/Line" }, $defs: { Line } });

describe("embedding schemas in one document", () => {
  test("objectOf is closed, requires every field and keeps their order", () => {
    const schema = objectOf([
      ["risk", { type: "number" }],
      ["summary", { type: "string" }],
    ]);
    expect(schema).toEqual({
      type: "object",
      properties: { risk: { type: "number" }, summary: { type: "string" } },
      required: ["risk", "summary"],
      additionalProperties: false,
    });
  });

  test("definitions of the same name and meaning are shared", () => {
    const schema = objectOf([
      ["a", local({ type: "string" })],
      ["b", local({ type: "string" })],
    ]);
    expect(schema.$defs).toEqual({ Line: { type: "string" } });
    expect(schema.properties).toEqual({
      a: { type: "array", items: { $ref: "#/$defs/Line" } },
      b: { type: "array", items: { $ref: "#/$defs/Line" } },
    });
  });

  test("another meaning of a name is renamed, also inside the definitions that refer to it", () => {
    const recursive: JsonSchema = { type: "object", properties: { next: { $ref: "#/$defs/Line" } } };
    const { schemas, $defs } = embed([
      local({ type: "string" }),
      local(recursive),
      local(recursive),
      local({ type: "null" }),
    ]);
    expect(schemas.map((schema) => schema.items)).toEqual([
      { $ref: "#/$defs/Line" },
      { $ref: "#/$defs/Line_2" },
      { $ref: "#/$defs/Line_2" },
      { $ref: "#/$defs/Line_3" },
    ]);
    expect($defs).toEqual({
      Line: { type: "string" },
      Line_2: { type: "object", properties: { next: { $ref: "#/$defs/Line_2" } } },
      Line_3: { type: "null" },
    });
  });

  test("one name counts as another meaning when what it refers to differs", () => {
    const through = (Leaf: JsonSchema): JsonSchema => ({
      $ref: "#/$defs/Line",
      $defs: { Line: { type: "array", items: { $ref: "#/$defs/Leaf" } }, Leaf },
    });
    const { schemas, $defs } = embed([through({ type: "string" }), through({ type: "null" })]);
    expect(schemas[1]).toEqual({ $ref: "#/$defs/Line_2" });
    expect($defs?.["Line_2"]).toEqual({ type: "array", items: { $ref: "#/$defs/Leaf_2" } });
  });

  test("a renamed definition never takes a name that is in use", () => {
    const taken: JsonSchema = { $ref: "#/$defs/Line_2", $defs: { Line_2: { type: "boolean" } } };
    const { $defs } = embed([local({ type: "string" }), taken, local({ type: "null" })]);
    expect($defs).toEqual({ Line: { type: "string" }, Line_2: { type: "boolean" }, Line_3: { type: "null" } });
  });

  test("a $ref among values is left alone", () => {
    const value: JsonSchema = { ...local({ type: "null" }), enum: [[{ $ref: "#/$defs/Line" }]] };
    expect(embed([local({ type: "string" }), value]).schemas[1]).toMatchObject({ enum: [[{ $ref: "#/$defs/Line" }]] });
  });

  test("arrayOf lifts definitions, and drops those that nothing needs only when they are embedded", () => {
    expect(arrayOf(local({ type: "string" }))).toEqual({
      type: "array",
      items: { type: "array", items: { $ref: "#/$defs/Line" } },
      $defs: { Line: { type: "string" } },
    });
  });

  test("unionOf takes each schema once", () => {
    expect(unionOf([{ type: "string" }, { type: "null" }, { type: "string" }])).toEqual({
      anyOf: [{ type: "string" }, { type: "null" }],
    });
    expect(unionOf([{ type: "string" }, { type: "string" }])).toEqual({ type: "string" });
    expect(unionOf([])).toEqual({ not: {} });
  });

  test("many definitions stay fast and are shared when all of them are the same", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 600 }, (_, n) => [
        `D${n}`,
        { type: "array" as const, items: { $ref: `#/$defs/D${n + 1}` } },
      ]),
    );
    const long: JsonSchema = { $ref: "#/$defs/D0", $defs: { ...$defs, D600: { type: "null" } } };
    const both = objectOf([
      ["a", long],
      ["b", long],
    ]);
    expect(canonicalJson(both.$defs)).toBe(canonicalJson(long.$defs));
  });
});
