import { equalSchemas, type JsonSchema, schemaDifferences } from "@espalier/contract";
import type { StandardJsonSchema } from "@espalier/jsx";
import { afterAll, expect, jest, test } from "@jest/globals";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { createReporter } from "./diagnostics/reporter.ts";
import { settingsOf } from "./options.ts";
import { parsePythonModule } from "./python/module.ts";
import { resolveModel } from "./resolve/models.ts";
import type { Sources } from "./resolve/sources.ts";
import { scratch } from "./typescript/fixtures/scratch.ts";
import { createTypeScriptProject } from "./typescript/index.ts";

// The first test waits for the TypeScript compiler to load.
jest.setTimeout(60_000);

const files = scratch();
afterAll(() => files.remove());

function ofLibrary(value: unknown): JsonSchema | undefined {
  const reporter = createReporter(settingsOf({ root: "/project" }));
  const at = { place: { file: "/project/flow.tsx", line: 1, column: 1 }, stack: [] };
  return resolveModel({ kind: "library", value: value as StandardJsonSchema }, at, {} as Sources, reporter);
}

const DECLARATIONS = `declare function schema<T>(): { model: T };
type Integer = number & { readonly "~integer"?: true };
interface Tree { value: number; children: Tree[] }
`;

function ofTypeScript(text: string): unknown {
  files.write({ "model.ts": `${DECLARATIONS}export const m = »schema<${text}>();` });
  const result = createTypeScriptProject({ root: files.root }).modelSchema(files.marked("model.ts"));
  return result.ok ? result.value : result.findings;
}

const PYTHON = `from typing import *
class Point(TypedDict):
    x: float
    name: str
class Sparse(TypedDict, total=False):
    x: Required[float]
    note: str
class A(TypedDict):
    kind: Literal["a"]
    x: float
class B(TypedDict):
    kind: Literal["b"]
    y: str
class Tree(TypedDict):
    value: float
    children: "list[Tree]"
class Nested(TypedDict):
    point: Point
    points: list[Point]
`;

function ofPython(annotation: string): unknown {
  const signature = parsePythonModule(`${PYTHON}def f(x: ${annotation}) -> None: ...\n`, "f.py").signature("f");
  return signature.ok ? signature.value.parameters[0]?.schema : signature.findings;
}

const zPoint = z.looseObject({ x: z.number(), name: z.string() });
const zTree = z.looseObject({
  value: z.number(),
  get children() {
    return z.array(zTree);
  },
});
const vPoint = v.object({ x: v.number(), name: v.string() });

/** One shape as TypeScript, Python, zod, arktype and valibot say it. */
const SHAPES: readonly [
  name: string,
  ts: string,
  python: string,
  zod: z.ZodType,
  ark: unknown,
  valibot: v.GenericSchema,
][] = [
  ["an object", "{ x: number; name: string }", "Point", zPoint, type({ name: "string", x: "number" }), vPoint],
  [
    "an optional property",
    "{ x: number; note?: string }",
    "Sparse",
    z.looseObject({ x: z.number(), note: z.string().optional() }),
    type({ x: "number", "note?": "string" }),
    v.object({ x: v.number(), note: v.optional(v.string()) }),
  ],
  ["null", "string | null", "Optional[str]", z.string().nullable(), type("string | null"), v.nullable(v.string())],
  ["literals", '"a" | "b"', 'Literal["b", "a"]', z.enum(["a", "b"]), type("'b' | 'a'"), v.picklist(["a", "b"])],
  [
    "a union that a literal tells apart",
    '{ kind: "a"; x: number } | { kind: "b"; y: string }',
    "A | B",
    z.discriminatedUnion("kind", [
      z.looseObject({ kind: z.literal("a"), x: z.number() }),
      z.looseObject({ kind: z.literal("b"), y: z.string() }),
    ]),
    type({ kind: "'a'", x: "number" }).or({ kind: "'b'", y: "string" }),
    v.variant("kind", [
      v.object({ kind: v.literal("a"), x: v.number() }),
      v.object({ kind: v.literal("b"), y: v.string() }),
    ]),
  ],
  ["a list", "string[]", "list[str]", z.array(z.string()), type("string[]"), v.array(v.string())],
  [
    "a tuple",
    "[string, number]",
    "tuple[str, float]",
    z.tuple([z.string(), z.number()]),
    type(["string", "number"]),
    v.strictTuple([v.string(), v.number()]),
  ],
  [
    "names of any kind",
    "Record<string, number>",
    "dict[str, float]",
    z.record(z.string(), z.number()),
    type({ "[string]": "number" }),
    v.record(v.string(), v.number()),
  ],
  [
    "a shape inside another",
    "{ point: { x: number; name: string }; points: { x: number; name: string }[] }",
    "Nested",
    z.looseObject({ point: zPoint, points: z.array(zPoint).describe("All of them.") }),
    type({ point: { x: "number", name: "string" }, points: type({ x: "number", name: "string" }).array() }),
    v.object({ point: vPoint, points: v.pipe(v.array(vPoint), v.description("All of them.")) }),
  ],
  ["a whole number", "Integer", "int", z.int(), type("number.integer"), v.pipe(v.number(), v.integer())],
];

test.each(SHAPES)("%s is the same in all of them", (_name, ts, python, zod, ark, valibot) => {
  const wanted = ofPython(python) as JsonSchema;
  const libraries = { zod: ofLibrary(zod), arktype: ofLibrary(ark), valibot: ofLibrary(toStandardJsonSchema(valibot)) };
  const others = { typescript: ofTypeScript(ts) as JsonSchema, ...libraries };
  const differences = Object.entries(others).flatMap(([name, schema]) =>
    schema === undefined ? [name] : schemaDifferences(wanted, schema, ["Python", name]),
  );
  expect(differences).toEqual([]);
});

test("a recursive shape is the same", () => {
  const python = ofPython("Tree") as JsonSchema;
  const arktype = ofLibrary(type.module({ tree: { value: "number", children: "tree[]" } }).tree) as JsonSchema;
  const others = [ofTypeScript("Tree") as JsonSchema, ofLibrary(zTree) as JsonSchema, arktype];
  expect(others.map((other) => equalSchemas(python, other))).toEqual([true, true, true]);
});

test("an object that a library closes differs in that alone", () => {
  const closed = ofLibrary(z.strictObject({ x: z.number(), name: z.string() })) as JsonSchema;
  expect(schemaDifferences(ofPython("Point") as JsonSchema, closed, ['"then"', '"otherwise"'])).toEqual([
    'The value is closed to undeclared fields in "otherwise" only.',
  ]);
});
