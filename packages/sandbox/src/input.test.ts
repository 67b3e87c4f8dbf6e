import { expect, test } from "@jest/globals";
import { prepareJob } from "./input.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { Json, Program } from "./program.ts";

const limits = { ...DEFAULT_LIMITS.javascript, inputBytes: 100, depth: 3 };
const program = (...parameters: string[]): Program => ({
  language: "javascript",
  source: "",
  entrypoint: "f",
  parameters,
});

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

test("writes the arguments that the program declares, in its order", () => {
  expect(prepareJob(program("b", "a", "missing"), { a: 1, b: [null], other: 2 }, limits)).toMatchObject({
    argsText: '{"b":[null],"a":1}',
  });
});

test("takes only own properties, also those with the names of Object.prototype", () => {
  const args = JSON.parse('{"__proto__":1,"toString":2}') as Record<string, Json>;
  expect(prepareJob(program("__proto__", "toString", "valueOf"), args, limits)).toMatchObject({
    argsText: '{"__proto__":1,"toString":2}',
  });
});

test("counts bytes of UTF-8", () => {
  expect(prepareJob(program("a"), { a: "x".repeat(92) }, limits)).toMatchObject({ limits });
  expect(prepareJob(program("a"), { a: "é".repeat(92) }, limits)).toMatchObject({
    code: "input_too_large",
    message: "The input is 192 bytes of JSON; a program takes at most 100.",
  });
});

test.each([
  [3, undefined],
  [4, "input_too_large"],
])("nesting of %d", (depth, code) => {
  expect((prepareJob(program("a"), { a: nested(depth) }, limits) as { code?: string }).code).toBe(code);
});

test("nesting that JSON.stringify cannot write is too large, not an exception", () => {
  expect(prepareJob(program("a"), { a: nested(100_000) }, limits)).toMatchObject({
    code: "input_too_large",
    message: "The input is nested deeper than 3 levels.",
  });
});
