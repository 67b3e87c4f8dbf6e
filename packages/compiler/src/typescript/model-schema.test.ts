import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { scratch } from "./fixtures/scratch.ts";
import { createTypeScriptProject } from "./index.ts";

// The first test of a file waits for the TypeScript compiler to load.
jest.setTimeout(60_000);

const files = scratch();
afterAll(() => files.remove());

const DECLARATIONS = `
declare function schema<T>(): { model: T };
declare namespace jsx { function schema<T>(): { of(x: number): number } }
/** A supplier invoice. */
interface Invoice {
  /** Unique id. */
  id: string;
  /**
   * What is owed.
   * @minimum 0
   * @example 12.5
   */
  amount: number;
  /** @deprecated */ note?: string;
  lines: readonly Line[];
}
/** @additionalProperties false */
interface Line { /** @title Stock keeping unit */ sku: string }
interface Bad { inner: { when: Date } }
`;

const invoice = {
  type: "object",
  description: "A supplier invoice.",
  properties: {
    id: { type: "string", description: "Unique id." },
    amount: { type: "number", minimum: 0, description: "What is owed.", examples: [12.5] },
    note: { type: "string", deprecated: true },
    lines: {
      type: "array",
      items: {
        type: "object",
        properties: { sku: { type: "string", title: "Stock keeping unit" } },
        required: ["sku"],
        additionalProperties: false,
      },
    },
  },
  required: ["amount", "id", "lines"],
};

function model(source: string, file = "model.ts"): unknown {
  files.write({ [file]: source });
  const project = createTypeScriptProject({ root: files.root });
  return project.modelSchema(files.marked(file));
}

describe("the type of a call", () => {
  test.each([
    ["alone", `${DECLARATIONS}\nexport const m = »schema<Invoice>();`],
    ["in a function", `${DECLARATIONS}\nexport function m() { return [»schema<Invoice>()]; }`],
    ["after a comment", `${DECLARATIONS}\nexport const m = /* here */ »schema<Invoice>();`],
    ["of a namespace", `${DECLARATIONS}\nexport const m = »jsx.schema<Invoice>();`],
    ["inside another call", `${DECLARATIONS}\nexport const m = »jsx.schema<Invoice>().of(1).toFixed(2);`],
    ["with Windows line ends", `${DECLARATIONS.replaceAll("\n", "\r\n")}\r\nexport const m = »schema<Invoice>();`],
    ["with a byte order mark", `\uFEFF${DECLARATIONS}\nexport const m = »schema<Invoice>();`],
    ["after characters outside the plane", `${DECLARATIONS}\nexport const m = ["😀", »schema<Invoice>()];`],
    ["after a line separator", `${DECLARATIONS}\nconst s = "\u2028"; export const m = »schema<Invoice>();`],
  ])("%s", (_title, source) => {
    expect(model(source)).toEqual({ ok: true, value: invoice, findings: [] });
  });

  test("on the first line of a file with a byte order mark, counted or not", () => {
    const source = "\uFEFFexport const m = schema<string>(); declare function schema<T>(): T;";
    files.write({ "mark.ts": source });
    const project = createTypeScriptProject({ root: files.root });
    for (const column of [18, 19]) {
      const result = project.modelSchema({ file: files.file("mark.ts"), line: 1, column });
      expect(result).toEqual({ ok: true, value: { type: "string" }, findings: [] });
    }
  });

  test("in a flow", () => {
    const source = `${DECLARATIONS}\nexport const m = <div a={»schema<{ invoice: Invoice | null }>()} />;\ndeclare function div(): void;`;
    const value = {
      type: "object",
      properties: { invoice: { anyOf: [invoice, { type: "null" }] } },
      required: ["invoice"],
    };
    expect(model(source, "flow.tsx")).toEqual({ ok: true, value, findings: [] });
  });
});

test("what the language says about its own types is for authors, not for models", () => {
  files.write({
    "node_modules/@espalier/jsx/package.json": '{ "name": "@espalier/jsx", "types": "index.d.ts" }',
    "node_modules/@espalier/jsx/index.d.ts": `/** A whole number. */ export type Integer = number & { readonly "~integer"?: true };
      export declare function schema<T>(): { model: T };`,
  });
  const source = `import { schema, type Integer } from "@espalier/jsx";
    export const m = »schema<{ /** How many. */ a: Integer; b: Integer }>();`;
  const value = {
    type: "object",
    properties: { a: { type: "integer", description: "How many." }, b: { type: "integer" } },
    required: ["a", "b"],
  };
  expect(model(source)).toEqual({ ok: true, value, findings: [] });
});

describe("no schema", () => {
  test.each(["never", "void", "undefined", '"a" & "b"'])("a type without values: %s", (type) => {
    files.write({ "none.ts": `export const m = schema<${type}>(); declare function schema<T>(): T;` });
    const project = createTypeScriptProject({ root: files.root });
    const result = project.modelSchema({ file: files.file("none.ts"), line: 1, column: 18 });
    expect(result.findings).toMatchObject([
      {
        code: "unserializable-type",
        message: '"schema()" is a type that no JSON value has.',
        place: { line: 1, column: 25 },
      },
    ]);
  });

  test("a type of too many types", () => {
    const members = Array.from({ length: 2_001 }, (_, index) => `p${index}: { a: 1 };`).join(" ");
    expect(
      model(`interface Big { ${members} }\nexport const m = »schema<Big>(); declare function schema<T>(): T;`),
    ).toMatchObject({
      findings: [{ code: "unserializable-type", message: '"Big" has a type that is made of more than 2,000 types.' }],
    });
  });

  test.each([
    [
      "no type argument",
      "export const m = »schema(); declare function schema<T>(): T;",
      "missing-type",
      '"schema" is called without the type that it describes.',
    ],
    ["no call", "export const m = »1;", "missing-type", 'There is no call of "schema" at this place.'],
  ])("%s", (_title, source, code, message) => {
    expect(model(source)).toEqual({
      ok: false,
      findings: [{ code, message, hint: expect.any(String), place: files.marked("model.ts") }],
    });
  });

  test("a place outside the file", () => {
    files.write({ "short.ts": "export {};\n" });
    const project = createTypeScriptProject({ root: files.root });
    for (const [line, column] of [
      [99, 1],
      [1, 99],
      [0, 0],
      [-1, 5],
    ] as const) {
      const place = { file: files.file("short.ts"), line, column };
      expect(project.modelSchema(place).findings).toMatchObject([{ code: "missing-type", place }]);
    }
  });

  test("a member that is not JSON", () => {
    const source = `${DECLARATIONS.replace("when", "»when")}\nexport const m = schema<Bad[]>();`;
    files.write({ "bad.ts": source });
    const line = source.split("\n").length;
    const result = createTypeScriptProject({ root: files.root }).modelSchema({
      file: files.file("bad.ts"),
      line,
      column: 18,
    });
    expect(result.findings).toMatchObject([
      {
        code: "unserializable-type",
        message: '"schema()[].inner.when" is a "Date", which does not survive JSON.',
        place: files.marked("bad.ts"),
      },
    ]);
  });

  test("a type parameter", () => {
    const source = `${DECLARATIONS}\nexport function make<T>() { return schema<»T>(); }`;
    files.write({ "generic.ts": source });
    const place = files.marked("generic.ts");
    const result = createTypeScriptProject({ root: files.root }).modelSchema({
      ...place,
      column: place.column - "schema<".length,
    });
    expect(result.findings).toMatchObject([
      { code: "unserializable-type", message: '"T" depends on the type parameter "T".', place },
    ]);
  });
});
