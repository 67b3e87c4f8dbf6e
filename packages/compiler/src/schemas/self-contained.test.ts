import { expect, test } from "@jest/globals";
import { selfContained } from "./self-contained.ts";

test("the dialect is dropped, and properties that are undefined with it", () => {
  const result = selfContained({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "string",
    title: undefined,
  });
  expect(result).toEqual({ ok: true, schema: { type: "string" } });
});

test("a reference to the whole becomes a definition of a free name", () => {
  const node = { type: "object", properties: { next: { $ref: "#" }, other: { $ref: "#/$defs/Root" } } };
  expect(selfContained({ ...node, $defs: { Root: { anyOf: [{ $ref: "#" }, { type: "null" }] } } })).toEqual({
    ok: true,
    schema: {
      $ref: "#/$defs/Root_2",
      $defs: {
        Root: { anyOf: [{ $ref: "#/$defs/Root_2" }, { type: "null" }] },
        Root_2: { type: "object", properties: { next: { $ref: "#/$defs/Root_2" }, other: { $ref: "#/$defs/Root" } } },
      },
    },
  });
});

test("data that looks like a reference is left alone", () => {
  const schema = { enum: [{ $ref: "#" }], type: "object" };
  expect(selfContained(schema)).toEqual({ ok: true, schema });
});

const cyclic: Record<string, unknown> = { type: "array" };
cyclic["items"] = cyclic;

test.each<[string, unknown, RegExp]>([
  ["text", "string", /^A schema is an object\.$/],
  ["a list", [], /^A schema is an object\.$/],
  ["a function inside", { type: "object", check: () => true }, /^It holds a function, which is not JSON\.$/],
  ["a cycle", cyclic, /^It nests more than 200 deep\.$/],
  ["a reference to elsewhere", { properties: { a: { $ref: "https://example.com" } } }, /"\/properties\/a\/\$ref"\.$/],
  ["a name of its own", { $id: "https://example.com" }, /\$id/],
  ["a keyword of the wrong type", { required: "a" }, /`required` must be /],
])("%s is refused", (_, schema, problem) => {
  expect(selfContained(schema)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
