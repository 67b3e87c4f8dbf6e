import { describe, expect, test } from "@jest/globals";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type as ark } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import { BRAND } from "./brand.ts";
import { isModel, isStandardJsonSchema, jsonSchema, schema } from "./models.ts";

const call = schema as unknown as (place?: unknown) => unknown;

describe("schema", () => {
  test("it keeps the place that the preset writes", () => {
    const place = { file: "/a.tsx", line: 4, column: 9 };
    expect(call(place)).toEqual({ [BRAND]: "model", place });
  });

  test.each([[undefined], [{ file: "/a.tsx" }], ["type"]])("%p is no place", (place) => {
    expect(call(place)).toEqual({ [BRAND]: "model", place: undefined });
  });
});

test("jsonSchema keeps what it is given, whatever it is", () => {
  const definition = { type: "string" };
  const model = jsonSchema(definition);
  expect(isModel(model) && model.schema).toBe(definition);
  expect(jsonSchema(undefined as never)).toEqual({ [BRAND]: "model", schema: undefined });
});

test("models are frozen", () => {
  expect(Object.isFrozen(jsonSchema({}))).toBe(true);
  expect(Object.isFrozen(call())).toBe(true);
});

describe("library schemas", () => {
  const libraries: [string, unknown][] = [
    ["zod", z.object({ a: z.string() })],
    ["arktype", ark({ a: "string" })],
    ["valibot", toStandardJsonSchema(v.object({ a: v.string() }))],
  ];
  test.each(libraries)("%s describes itself", (_name, value) => {
    expect(isModel(value)).toBe(false);
    expect(isStandardJsonSchema(value)).toBe(true);
    if (!isStandardJsonSchema(value)) return;
    expect(value["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toMatchObject({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
    });
  });

  test.each([
    ["a valibot schema alone", v.object({ a: v.string() })],
    ["a plain schema", { type: "object" }],
    ["one of ours", jsonSchema({})],
    ["null", null],
  ])("%s does not", (_name, value) => {
    expect(isStandardJsonSchema(value)).toBe(false);
  });
});
