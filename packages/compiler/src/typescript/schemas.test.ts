import { fileURLToPath } from "node:url";
import type { JsonSchema } from "@espalier/contract";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { scratch, tagOf } from "./fixtures/scratch.ts";
import { createTypeScriptProject, type TypeScriptProject } from "./index.ts";

// The first test of a file waits for the TypeScript compiler to load.
jest.setTimeout(60_000);

const string = { type: "string" } as const;
const number = { type: "number" } as const;
const nothing = { not: {} } as const;
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [{ type: "null" }, schema] });
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties).toSorted()): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

/** What a type says as a parameter. Declarations stand before the type, after the last `;`. */
const table: readonly (readonly [type: string, schema: JsonSchema])[] = [
  ["unknown", {}],
  ["object", { type: "object" }],
  ["{}", { not: { type: "null" } }],
  ["interface Empty {} ;Empty", { type: "object" }],
  ["Record<never, string>", { type: "object" }],
  ["null", { type: "null" }],
  ["'a'", { type: "string", const: "a" }],
  ["2", { type: "number", const: 2 }],
  ["'b' | 'a'", { type: "string", enum: ["a", "b"] }],
  [
    "10 | 9 | 'x'",
    {
      anyOf: [
        { type: "string", const: "x" },
        { type: "number", enum: [10, 9] },
      ],
    },
  ],
  ["'a' | null", { anyOf: [{ type: "string", const: "a" }, { type: "null" }] }],
  ["boolean | null", { anyOf: [{ type: "boolean" }, { type: "null" }] }],
  ["'a' | (string & {})", string],
  ["never[]", list(nothing)],
  ["{ a: 1 } & { a: 2 } | string", string],
  ["readonly string[]", list(string)],
  ["Array<Array<number>>", list(list(number))],
  ["[]", { type: "array", items: false, maxItems: 0 }],
  [
    "readonly [a: string, b?: number]",
    { type: "array", prefixItems: [string, number], minItems: 1, items: false, maxItems: 2 },
  ],
  ["[string, ...number[]]", { type: "array", prefixItems: [string], minItems: 1, items: number }],
  [
    "const c = { mode: 'fast', n: [1] } as const ;typeof c",
    object({
      mode: { type: "string", const: "fast" },
      n: { type: "array", prefixItems: [{ type: "number", const: 1 }], minItems: 1, items: false, maxItems: 1 },
    }),
  ],
  ["const c = { mode: 'fast' } satisfies Record<string, string> ;typeof c", object({ mode: string })],
  ["const enum E { B = 'b', A = 'a' } ;E", { type: "string", enum: ["a", "b"] }],
  ["enum E { B = 'b', A = 'a' } ;E.B", { type: "string", const: "b" }],
  ["enum E { Only } ;E", { type: "number", const: 0 }],
  ["enum E { A = 'x'.length, B = 2 } ;E", number],
  ["string & { readonly __brand: 'id' }", string],
  ["string[] & { readonly __brand: 'ids' }", list(string)],
  ["Readonly<{ a: string }>", object({ a: string })],
  ["Required<{ a?: string | null }>", object({ a: nullable(string) })],
  ["{ a?: undefined; b: undefined; c: string | undefined }", object({ a: nothing, b: nothing, c: string }, [])],
  [
    "{ a: string; b?: never } | { a?: never; b: string }",
    { anyOf: [object({ a: nothing, b: string }, ["b"]), object({ a: string, b: nothing }, ["a"])] },
  ],
  [
    "{ a: 1 } & ({ b: 2 } | { c: 3 })",
    {
      anyOf: [
        object({ a: { type: "number", const: 1 }, b: { type: "number", const: 2 } }),
        object({ a: { type: "number", const: 1 }, c: { type: "number", const: 3 } }),
      ],
    },
  ],
  ["{ [key: string]: number; a: 1 }", { ...object({ a: { type: "number", const: 1 } }), additionalProperties: number }],
  ["{ [key: number]: string }", { type: "object", additionalProperties: string }],
  ["Partial<Record<string, number>>", { type: "object", additionalProperties: number }],
  ["{ [key: `x-${string}`]: number }", { type: "object", patternProperties: { "^x-[\\s\\S]*$": number } }],
  [
    "`${'a' | 'b'}.${bigint}`",
    {
      anyOf: [
        { type: "string", pattern: "^a\\.-?\\d+$" },
        { type: "string", pattern: "^b\\.-?\\d+$" },
      ],
    },
  ],
  ["`${boolean}`", { type: "string", enum: ["false", "true"] }],
  ["Uppercase<string>", string],
  ["keyof { a: 1; b: 2 }", { type: "string", enum: ["a", "b"] }],
  ["type R<T> = T extends (infer U)[] ? U : never ;R<string[]>", string],
  [
    "interface Box<T> { value: T; readonly all: readonly T[] } ;Box<Box<number>>",
    object({
      all: list(object({ all: list(number), value: number })),
      value: object({ all: list(number), value: number }),
    }),
  ],
  ["class Base { x = 1 } interface Derived extends Base { y: string } ;Derived", object({ x: number, y: string })],
  [
    "{ 'weird key': string; constructor: string; 42: number }",
    object({ "42": number, "weird key": string, constructor: string }),
  ],
  // JSDoc
  [
    "interface A { /** @minimum 0 @integer */ n: number; /** Unused. @format email */ s: string } ;A",
    object({ n: { type: "integer", minimum: 0 }, s: { type: "string", format: "email" } }),
  ],
  [
    "/** @additionalProperties false */ interface A { a: string } ;A",
    { ...object({ a: string }), additionalProperties: false },
  ],
  ["/** @additionalProperties false */ interface A { a: string } ;Partial<A>", object({ a: string }, [])],
  [
    "/** @additionalProperties false */ type A = { a: string } | { b: A } ;A",
    {
      $ref: "#/$defs/A",
      $defs: {
        A: {
          anyOf: [
            { ...object({ a: string }), additionalProperties: false },
            { ...object({ b: { $ref: "#/$defs/A" } }), additionalProperties: false },
          ],
        },
      },
    },
  ],
  [
    "interface T { a?: T } interface A { /** @additionalProperties false */ t: T; u: T } ;A",
    {
      ...object({
        t: { ...object({ a: { $ref: "#/$defs/T" } }, []), additionalProperties: false },
        u: { $ref: "#/$defs/T" },
      }),
      $defs: { T: object({ a: { $ref: "#/$defs/T" } }, []) },
    },
  ],
  [
    "interface A { /** @minimum 1 @maxLength 3 */ a: number | string | null } ;A",
    object({ a: { anyOf: [{ type: "string", maxLength: 3 }, { type: "number", minimum: 1 }, { type: "null" }] } }),
  ],
  ["interface A { /** @minItems 1 */ a: string[] } ;A", object({ a: { ...list(string), minItems: 1 } })],
  [
    "/** @format email */ type Email = string; interface A { a: Email; b?: Email[]; c: Email | null; d: string; e: string[] } ;A",
    object(
      {
        a: { type: "string", format: "email" },
        b: list({ type: "string", format: "email" }),
        c: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] },
        d: string,
        e: list(string),
      },
      ["a", "c", "d", "e"],
    ),
  ],
  [
    "/** @minItems 2 */ type Pair = string[]; interface A { a: Pair; b: string[] } ;A",
    object({ a: { ...list(string), minItems: 2 }, b: list(string) }),
  ],
  [
    "/** @format email */ type Email = string; type Lengths<T> = { [K in keyof T]: number }; interface A { a: Email } ;Lengths<A>",
    object({ a: number }),
  ],
  [
    "interface A { /** @additionalProperties false */ a?: A | null } ;A",
    {
      ...object({ a: { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] } }, []),
      $defs: {
        A: { ...object({ a: { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] } }, []), additionalProperties: false },
      },
    },
  ],
  // Recursion
  [
    "interface Tree { children: Tree[] } ;Tree",
    { $ref: "#/$defs/Tree", $defs: { Tree: object({ children: list({ $ref: "#/$defs/Tree" }) }) } },
  ],
  [
    "interface Tree { children: Tree[] } ;{ tree: Tree | null }",
    {
      ...object({ tree: { anyOf: [{ $ref: "#/$defs/Tree" }, { type: "null" }] } }),
      $defs: { Tree: object({ children: list({ $ref: "#/$defs/Tree" }) }) },
    },
  ],
  [
    "type Page<T> = { items: T[]; next?: Page<T> }; interface Invoice { id: string } ;Page<Invoice>",
    {
      $ref: "#/$defs/Page_Invoice",
      $defs: {
        Page_Invoice: object({ items: list(object({ id: string })), next: { $ref: "#/$defs/Page_Invoice" } }, [
          "items",
        ]),
      },
    },
  ],
  [
    "interface Tree { children: Record<string, Tree> } ;Tree",
    {
      $ref: "#/$defs/Tree",
      $defs: { Tree: object({ children: { type: "object", additionalProperties: { $ref: "#/$defs/Tree" } } }) },
    },
  ],
  ["type Loop = Loop[] ;Loop", { $ref: "#/$defs/Loop", $defs: { Loop: list({ $ref: "#/$defs/Loop" }) } }],
  [
    "namespace A { export interface Node { a?: Node } } namespace B { export interface Node { b?: Node } } ;{ x: B.Node; y: A.Node }",
    {
      ...object({ x: { $ref: "#/$defs/Node_2" }, y: { $ref: "#/$defs/Node" } }),
      $defs: {
        Node: object({ a: { $ref: "#/$defs/Node" } }, []),
        Node_2: object({ b: { $ref: "#/$defs/Node_2" } }, []),
      },
    },
  ],
  [
    "namespace A { export interface Node { a?: Node } } namespace B { export interface Node { a?: Node } } ;{ x: B.Node; y: A.Node }",
    {
      ...object({ x: { $ref: "#/$defs/Node" }, y: { $ref: "#/$defs/Node" } }),
      $defs: { Node: object({ a: { $ref: "#/$defs/Node" } }, []) },
    },
  ],
];

describe("the schema of a type", () => {
  const files = scratch();
  let project: TypeScriptProject;
  const name = (index: number): string => files.file(`${index}.ts`);
  beforeAll(() => {
    files.write(Object.fromEntries(table.map(([type], index) => [`${index}.ts`, source(type)])));
    project = createTypeScriptProject({ root: files.root });
    project.expect(table.map((_, index) => name(index)));
  });
  afterAll(() => files.remove());

  test.each(table.map(([type, schema], index) => [type, index, schema] as const))("%s", (_type, index, schema) => {
    const signature = project.signature(tagOf(name(index), "f"));
    expect(signature.findings).toEqual([]);
    expect(signature.ok && signature.value.parameters[0]?.schema).toEqual(schema);
  });

  function source(type: string): string {
    const end = type.lastIndexOf(" ;");
    return `${type.slice(0, Math.max(end, 0))}\nexport function f(x: ${type.slice(end < 0 ? 0 : end + 2)}): null { void x; return null; }\n`;
  }
});

test("a type used often is shared when writing it out everywhere would be too large", () => {
  const files = scratch();
  const levels = Array.from({ length: 14 }, (_, i) => `interface L${i} { a: L${i + 1}; b: L${i + 1}; c: string }`);
  files.write({ "wide.ts": `${levels.join("\n")}\ninterface L14 { end: true }\nexport const f = (x: L0) => x.c;` });
  const signature = createTypeScriptProject({ root: files.root }).signature(tagOf(files.file("wide.ts"), "f"));
  files.remove();
  const schema = signature.ok ? signature.value.parameters[0]?.schema : undefined;
  expect(Object.keys(schema?.$defs ?? {})).toHaveLength(14);
  expect(schema?.properties).toEqual({ a: { $ref: "#/$defs/L1" }, b: { $ref: "#/$defs/L1" }, c: string });
});

test("Integer, ChatMessage and Json of the package", () => {
  const file = fileURLToPath(new URL("./fixtures/package-types.ts", import.meta.url));
  const project = createTypeScriptProject({ root: fileURLToPath(new URL(".", import.meta.url)) });
  const signature = project.signature(tagOf(file, "count"));
  expect(signature.findings).toEqual([]);
  expect(signature.ok && signature.value).toEqual({
    parameters: [
      {
        name: "messages",
        required: true,
        schema: list(
          object({ role: { type: "string", enum: ["assistant", "developer", "system", "user"] }, content: string }),
        ),
      },
      { name: "least", required: false, schema: { type: "integer" } },
      {
        name: "counts",
        required: false,
        schema: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
      },
    ],
    returns: {
      type: "object",
      properties: { n: { anyOf: [{ type: "integer" }, { type: "null" }] }, extra: { $ref: "#/$defs/Json" } },
      required: ["extra", "n"],
      $defs: {
        Json: {
          anyOf: [
            { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
            list({ $ref: "#/$defs/Json" }),
            { type: "boolean" },
            { type: "null" },
            { type: "number" },
            { type: "string" },
          ],
        },
      },
    },
  });
});
