import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { scratch, tagOf } from "./fixtures/scratch.ts";
import { createTypeScriptProject } from "./index.ts";

// The first test of a file waits for the TypeScript compiler to load.
jest.setTimeout(60_000);

const files = scratch();
afterAll(() => files.remove());

/** Each source declares `f`; `»` stands where the finding is. */
const refused: readonly (readonly [
  name: string,
  source: string,
  code: string,
  message: string,
  hint: string | RegExp,
])[] = [
  [
    "Date",
    "function f(»d: Date): boolean { return !!d; }",
    "unserializable-type",
    '"d" is a "Date", which does not survive JSON.',
    /date-time/,
  ],
  [
    "a nested Date",
    "function f(d: { a: { »when?: Date }[] }): boolean { return !!d; }",
    "unserializable-type",
    '"d.a[].when" is a "Date", which does not survive JSON.',
    /date-time/,
  ],
  [
    "a Date in an interface",
    "interface Invoice { id: string; »due: Date }\nfunction f(invoice: Invoice): boolean { return !!invoice; }",
    "unserializable-type",
    '"invoice.due" is a "Date", which does not survive JSON.',
    /date-time/,
  ],
  [
    "a result that is a Date",
    "function f(a: string): »Date { return new Date(a); }",
    "unserializable-type",
    '"f()" is a "Date", which does not survive JSON.',
    /date-time/,
  ],
  [
    "a Date in an inferred result",
    "function f(a: string) { return { »due: [new Date(a)] }; }",
    "unserializable-type",
    '"f().due[]" is a "Date", which does not survive JSON.',
    /date-time/,
  ],
  [
    "Map",
    "function f(»m: Map<string, number>): boolean { return !!m; }",
    "unserializable-type",
    '"m" is a "Map", which does not survive JSON.',
    /Record/,
  ],
  [
    "Set",
    "function f(»m: ReadonlySet<string>): boolean { return !!m; }",
    "unserializable-type",
    '"m" is a "ReadonlySet", which does not survive JSON.',
    /array/,
  ],
  [
    "a function",
    "function f(»g: () => void): boolean { return !!g; }",
    "unserializable-type",
    '"g" is a function, which JSON has no form for.',
    /Leave it out/,
  ],
  [
    "a method",
    "function f(g: { a: string; »go(): void }): boolean { return !!g; }",
    "unserializable-type",
    '"g.go" is a method, which JSON has no form for.',
    /Leave it out/,
  ],
  [
    "bigint",
    "function f(»b: bigint): boolean { return !!b; }",
    "unserializable-type",
    '"b" is a "bigint", which JSON has no form for.',
    'Write "number" or "string".',
  ],
  [
    "symbol",
    "function f(»b: symbol): boolean { return !!b; }",
    "unserializable-type",
    '"b" is a "symbol", which JSON has no form for.',
    'Write "string".',
  ],
  [
    "a class",
    "class Money { #cents = 0; currency = 'EUR'; total() { return this.#cents; } }\nfunction f(»m: Money): boolean { return !!m; }",
    "unserializable-type",
    '"m" is an instance of the class "Money", which does not survive JSON.',
    /interface/,
  ],
  [
    "bytes",
    "function f(»m: Uint8Array): boolean { return !!m; }",
    "unserializable-type",
    '"m" is a "Uint8Array", which does not survive JSON.',
    /Base64/,
  ],
  [
    "a promise",
    "function f(»m: Promise<string>): boolean { return !!m; }",
    "unserializable-type",
    '"m" is a "Promise", which does not survive JSON.',
    /synchronous/,
  ],
  [
    "a promised result",
    "function f(m: string): »Promise<string> { return Promise.resolve(m); }",
    "unserializable-type",
    '"f()" is a "Promise", which does not survive JSON.',
    /synchronous/,
  ],
  [
    "never",
    "function f(»m: never): boolean { return m; }",
    "unserializable-type",
    '"m" is "never": there is no such value.',
    /type of its values/,
  ],
  [
    "an intersection without values",
    "function f(»m: { a: 1 } & { a: 2 }): boolean { return !!m; }",
    "unserializable-type",
    '"m" is "never": there is no such value.',
    /type of its values/,
  ],
  [
    "a named function",
    "declare function g(): void;\nfunction f(»m: typeof g): boolean { return !!m; }",
    "unserializable-type",
    '"m" is a function, which JSON has no form for.',
    /Leave it out/,
  ],
  [
    "any inside",
    "function f(m: { a: { »b: any[] } }): boolean { return !!m; }",
    "unserializable-type",
    '"m.a.b[]" is "any", which says nothing about the value.',
    /"unknown"/,
  ],
  [
    "__proto__",
    "function f(m: { »__proto__: string }): boolean { return !!m; }",
    "unserializable-type",
    '"m.__proto__" is a property name that JavaScript gives a meaning of its own.',
    /another name/,
  ],
  [
    "members named by symbols",
    "declare const key: unique symbol;\nfunction f(»m: { [key]: string }): boolean { return !!m; }",
    "unserializable-type",
    '"m" has only members that are named by symbols, which JSON drops.',
    /strings/,
  ],
  [
    "an index by symbols",
    "function f(»m: { [key: symbol]: string }): boolean { return !!m; }",
    "unserializable-type",
    '"m" has only members that are named by symbols, which JSON drops.',
    /strings/,
  ],
  [
    "a member that is only set",
    "function f(m: { set »a(value: string); b: 1 }): boolean { return !!m; }",
    "unserializable-type",
    '"m.a" can only be set, so there is nothing to read.',
    "Write it as a property.",
  ],
  [
    "nothing as a parameter",
    "function f(»m: undefined): boolean { return !m; }",
    "unserializable-type",
    '"m" is "undefined", which JSON has no form for.',
    /Leave the parameter out/,
  ],
  ...(
    [
      ["TypeError", "a", /message: string/],
      ["BigInt", "a", 'Write "number" or "string".'],
      ["Symbol", "a", 'Write "string".'],
      ["RegExp", "a", /inside the program/],
      ["Float64Array", "a", /Base64/],
      ["Iterator<string>", "an", /array/],
    ] as const
  ).map(([type, article, hint]) => {
    const message = `"m[].a" is ${article} "${type.replace(/<.*/, "")}", which does not survive JSON.`;
    const source = `function f(m: { »a?: ${type} | null }[]): boolean { return !!m; }`;
    return [type, source, "unserializable-type", message, hint] as const;
  }),
  [
    "undefined in a list that is returned",
    "function f(m: string): »(string | undefined)[] { return [m, undefined]; }",
    "unserializable-type",
    '"f()[]" can be "undefined", which JSON has no form for.',
    /"null"/,
  ],
  [
    "elements after a rest",
    "function f(»m: [...string[], number]): boolean { return !!m; }",
    "unserializable-type",
    '"m" has elements after a rest element, which JSON Schema cannot say.',
    /last/,
  ],
  [
    "a list interface",
    "interface Names extends Array<string> {}\nfunction f(»m: Names): boolean { return !!m; }",
    "unserializable-type",
    '"m" extends a list type, methods included.',
    'Write "T[]".',
  ],
  [
    "a type without end",
    "type Nest<T> = { value: T; »inner?: Nest<T[]> };\nfunction f(m: Nest<string>): boolean { return !!m; }",
    "unserializable-type",
    '"m" has a type that never ends.',
    /type arguments/,
  ],
  [
    "a type without end that branches",
    "interface Nest<T> { »a?: Nest<[T]>; b?: Nest<T[]> }\nfunction f(m: Nest<string>): boolean { return !!m; }",
    "unserializable-type",
    '"m" has a type that never ends.',
    /type arguments/,
  ],
  [
    "a huge union",
    `type Huge = ${Array.from({ length: 5_000 }, (_, i) => `"literal number ${i}"`).join("|")};\nfunction f(»m: Huge): boolean { return !!m; }`,
    "unserializable-type",
    '"m" has a type whose schema is larger than 65536 bytes, the most that a gateway takes.',
    /smaller/,
  ],
  [
    "a tag that is no number",
    "interface A {\n  /** @minimum ten */\n  »a: number }\nfunction f(m: A): boolean { return !!m; }",
    "unserializable-type",
    '"m.a" has a JSDoc tag that cannot be read: "@minimum ten" does not give a number.',
    /Correct/,
  ],
  [
    "a tag that is no pattern",
    "interface A {\n  /** @pattern [ */\n  »a: string }\nfunction f(m: A): boolean { return !!m; }",
    "unserializable-type",
    '"m.a" has a JSDoc tag that cannot be read: "@pattern [" is not a regular expression.',
    /Correct/,
  ],
  [
    "an any parameter",
    "function f(»m: any): boolean { return !!m; }",
    "untyped-parameter",
    'The parameter "m" of "f" is "any".',
    /"unknown"/,
  ],
  [
    "a parameter without a type",
    "function f(»m): boolean { return !!m; }",
    "untyped-parameter",
    'The parameter "m" of "f" has no type.',
    /"unknown"/,
  ],
  [
    "a parameter without a type and an inferred result",
    "function f(»m) { return m; }",
    "untyped-parameter",
    'The parameter "m" of "f" has no type.',
    /"unknown"/,
  ],
  [
    "a type that is not there",
    "function f(»m: NotDefinedAnywhere): boolean { return !!m; }",
    "untyped-parameter",
    'The type of the parameter "m" of "f" cannot be found.',
    /import/,
  ],
  [
    "a module that is not there",
    'import type { Gone } from "./gone.ts";\nfunction f(»m: Gone): boolean { return !!m; }',
    "untyped-parameter",
    'The type of the parameter "m" of "f" cannot be found.',
    /import/,
  ],
  [
    "circular aliases",
    "type A = B; type B = A;\nfunction f(»m: A): boolean { return !!m; }",
    "untyped-parameter",
    'The type of the parameter "m" of "f" cannot be found.',
    /import/,
  ],
  [
    "names taken out of nothing",
    "const f = (»{ a, b }): boolean => a === b;",
    "untyped-parameter",
    'The parameter "input" of "f" is taken apart without a type.',
    /Write its type/,
  ],
  [
    "an any result",
    "function f(m: string): »any { return m; }",
    "untyped-return",
    'The result of "f" is "any".',
    /"unknown"/,
  ],
  [
    "no result",
    "function f(m: string): »void { void m; }",
    "untyped-return",
    'The result of "f" can be "undefined", which JSON has no form for.',
    'Return "null" instead.',
  ],
  [
    "a result that may be missing",
    "const »f = (m: string[]) => m.find(Boolean);",
    "untyped-return",
    'The result of "f" can be "undefined", which JSON has no form for.',
    'Return "null" instead.',
  ],
  [
    "an assertion",
    "function f(m: unknown): »asserts m is string { void m; }",
    "untyped-return",
    'The result of "f" can be "undefined", which JSON has no form for.',
    'Return "null" instead.',
  ],
  [
    "no end",
    "function f(m: string): »never { throw new Error(m); }",
    "untyped-return",
    'The result of "f" is "never": it gives none.',
    "Return a value.",
  ],
  [
    "async",
    "async function »f(m: string): Promise<string> { return m; }",
    "not-a-program",
    '"f" is async.',
    /synchronous/,
  ],
  ["a generator", "function* »f(m: string) { yield m; }", "not-a-program", '"f" is a generator.', /array/],
  ["generic", "const »f = <T,>(m: T): T => m;", "not-a-program", '"f" is generic.', /types out/],
  [
    "overloaded",
    "function f(m: string): string;\nfunction f(m: number): number;\nfunction »f(m: never): never { return m; }",
    "not-a-program",
    '"f" is overloaded.',
    /unions/,
  ],
  [
    "overloaded by its variable",
    "const »f: { (m: string): string; (m: number): number } = (m: never) => m;",
    "not-a-program",
    '"f" is overloaded.',
    /unions/,
  ],
  [
    "rest",
    "function f(»...m: string[]): string { return m.join(); }",
    "not-a-program",
    '"f" has a rest parameter.',
    /array/,
  ],
  [
    "this as a parameter",
    "function f(»this: string): string { return `${this}`; }",
    "not-a-program",
    '"f" uses "this".',
    /parameter/,
  ],
  [
    "this in the body",
    "function f(m: string): string { return [m].map(() => String(»this)).join(); }",
    "not-a-program",
    '"f" uses "this".',
    /parameter/,
  ],
  [
    "several parameters, one taken apart",
    "function f(m: string, »{ a }: { a: string }): string { return m + a; }",
    "not-a-program",
    '"f" takes one of several parameters apart, which leaves it without a name.',
    /name each/,
  ],
  [
    "not a function",
    "const f = String;",
    "not-a-program",
    '"f" is not a function at the top level of its file.',
    /Declare it/,
  ],
];

describe("what is refused", () => {
  const project = createTypeScriptProject({ root: files.root });
  const name = (index: number): string => `refused/${index}.ts`;
  files.write(Object.fromEntries(refused.map(([, source], index) => [name(index), `${source}\nexport { f };\n`])));
  project.expect(refused.map((_, index) => files.file(name(index))));

  test.each(refused.map(([title, source, ...rest], index) => [title, index, source, ...rest] as const))(
    "%s",
    (_title, index, source, code, message, hint) => {
      const place = source.includes("»")
        ? files.marked(name(index))
        : { file: files.file(name(index)), line: 1, column: 1 };
      expect(project.signature(tagOf(files.file(name(index)), "f"))).toEqual({
        ok: false,
        findings: [{ code, message, hint: typeof hint === "string" ? hint : expect.stringMatching(hint), place }],
      });
    },
  );
});

test("every problem is reported, each at its place", () => {
  files.write({
    "many.ts": "export function f(a: { x: Date; y: bigint }, b: any, c: () => void): symbol { throw a ?? b ?? c; }",
  });
  const signature = createTypeScriptProject({ root: files.root }).signature(tagOf(files.file("many.ts"), "f"));
  expect(signature.findings.map(({ code, place }) => [code, place?.column])).toEqual([
    ["unserializable-type", 24],
    ["unserializable-type", 33],
    ["untyped-parameter", 46],
    ["unserializable-type", 54],
    ["unserializable-type", 70],
  ]);
});

/** Schema of the parameter `x` of `f`, or of the result. */
const accepted: readonly (readonly [name: string, source: string, tag: string, signature: unknown])[] = [
  [
    "a function that is not exported",
    "function f(x: string): string { return x; }",
    "f",
    [[["x", true, "string"]], "string"],
  ],
  [
    "a default export with a name",
    "export default function f(x: string): string { return x; }",
    "f",
    [[["x", true, "string"]], "string"],
  ],
  [
    "a default export without one",
    "export default function (x: string): string { return x; }",
    "default",
    [[["x", true, "string"]], "string"],
  ],
  [
    "an arrow as default export",
    "export default ((x: string): string => x);",
    "default",
    [[["x", true, "string"]], "string"],
  ],
  ["an arrow", "export const f = (x: string): string => x;", "f", [[["x", true, "string"]], "string"]],
  [
    "a function expression with another name",
    "const f = function g(x: string): string { return x; };",
    "f",
    [[["x", true, "string"]], "string"],
  ],
  [
    "a type on the variable, which wins for the result",
    "const f: (a: string) => string | null = (x) => x;",
    "f",
    [[["x", true, "string"]], null],
  ],
  [
    "satisfies, which changes nothing",
    "const f = ((x) => x) satisfies (x: string) => string | null;",
    "f",
    [[["x", true, "string"]], "string"],
  ],
  ["an inferred result", "const f = (x: string) => x.length;", "f", [[["x", true, "string"]], "number"]],
  ["a type guard", "function f(x: string): x is 'a' { return x === 'a'; }", "f", [[["x", true, "string"]], "boolean"]],
  ["no parameters", "const f = () => 1;", "f", [[], "number"]],
  [
    "parameters that may be left out",
    "function f(x?: string, y = 1, z: number | undefined = 2): number { return y + z; }",
    "f",
    [
      [
        ["x", false, "string"],
        ["y", false, "number"],
        ["z", false, "number"],
      ],
      "number",
    ],
  ],
  [
    "a parameter that allows undefined",
    "function f(x: string | undefined): boolean { return x === ''; }",
    "f",
    [[["x", false, "string"]], "boolean"],
  ],
  [
    "one parameter taken apart",
    "function f({ a = '' }: { a?: string }): string { return a; }",
    "f",
    [[["input", true, "object"]], "string"],
  ],
  [
    "one parameter taken apart, typed by the variable",
    "const f: (x: { a: string }) => string = ({ a }) => a;",
    "f",
    [[["input", true, "object"]], "string"],
  ],
  [
    "this of a method inside",
    "function f(x: string): string { return { x, get() { return this.x; } }.get(); }",
    "f",
    [[["x", true, "string"]], "string"],
  ],
];

describe("what is accepted", () => {
  const project = createTypeScriptProject({ root: files.root });
  const name = (index: number): string => `accepted/${index}.ts`;
  files.write(Object.fromEntries(accepted.map(([, source], index) => [name(index), `${source}\nexport {};\n`])));
  project.expect(accepted.map((_, index) => files.file(name(index))));

  test.each(accepted.map(([title, ...rest], index) => [title, index, ...rest] as const))(
    "%s",
    (_title, index, _source, tag, expected) => {
      const signature = project.signature(tagOf(files.file(name(index)), tag));
      expect(signature.findings).toEqual([]);
      const { parameters, returns } = signature.ok ? signature.value : { parameters: [], returns: {} };
      const short = parameters.map(({ name: parameter, required, schema }) => [parameter, required, schema.type]);
      expect([short, returns.type ?? null]).toEqual(expected);
    },
  );
});

test("a constant result stays one, for the check of conditions to refuse", () => {
  files.write({ "constant.ts": "export function f(x: string): true { return x === x; }" });
  const signature = createTypeScriptProject({ root: files.root }).signature(tagOf(files.file("constant.ts"), "f"));
  expect(signature.ok && signature.value.returns).toEqual({ type: "boolean", const: true });
});

test("a function that is not there, in a file that is or is not", () => {
  files.write({ "other.ts": "export const g = 1;" });
  const project = createTypeScriptProject({ root: files.root });
  for (const name of ["other.ts", "nowhere.ts"]) {
    const file = files.file(name);
    expect(project.signature(tagOf(file, "f", 3, 7)).findings).toEqual([
      {
        code: "not-a-program",
        message: '"f" is not a function at the top level of its file.',
        hint: "Declare it with function, or as a const that holds a function.",
        place: { file, line: 3, column: 7 },
      },
    ]);
  }
});

test("a JavaScript file is read by its JSDoc", () => {
  files.write({
    "typed.js":
      "/** @param {{ a: number }} x @param {string} [y] @returns {boolean} */\nexport function f(x, y) { return x.a > 1; }\nexport const g = (x) => 1;",
  });
  const project = createTypeScriptProject({ root: files.root });
  expect(project.signature(tagOf(files.file("typed.js"), "f"))).toEqual({
    ok: true,
    value: {
      parameters: [
        {
          name: "x",
          required: true,
          schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        },
        { name: "y", required: false, schema: { type: "string" } },
      ],
      returns: { type: "boolean" },
    },
    findings: [],
  });
  expect(project.signature(tagOf(files.file("typed.js"), "g")).findings.map(({ code }) => code)).toEqual([
    "untyped-parameter",
  ]);
});
