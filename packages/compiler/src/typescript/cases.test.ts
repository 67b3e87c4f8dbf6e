import { fileURLToPath } from "node:url";
import type { JsonSchema, Parameter } from "@espalier/contract";
import { describe, expect, jest, test } from "@jest/globals";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { cases, type Values } from "./fixtures/cases.ts";
import { tagOf } from "./fixtures/scratch.ts";
import { createTypeScriptProject } from "./index.ts";

// The first test of a file waits for the TypeScript compiler to load.
jest.setTimeout(60_000);

// The package's declarations name a `default` export; as CommonJS its module itself is the function.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const file = fileURLToPath(new URL("./fixtures/functions.ts", import.meta.url));
const project = createTypeScriptProject({ root: fileURLToPath(new URL(".", import.meta.url)) });
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false });
addFormats(ajv);

describe.each(Object.entries(cases))("%s", (name, { parameters, result }) => {
  const signature = project.signature(tagOf(file, name));
  const parameter = (wanted: string): Parameter | undefined =>
    signature.ok ? signature.value.parameters.find((one) => one.name === wanted) : undefined;

  test("has a signature", () => {
    expect(signature.findings).toEqual([]);
    expect(signature.ok && signature.value.parameters.map((one) => one.name)).toEqual(Object.keys(parameters));
  });

  test.each(Object.entries(parameters))("parameter %s", (wanted, values) => {
    check(parameter(wanted)?.schema, values);
    expect(parameter(wanted)?.required).toBe(values.optional !== true);
  });

  test("result", () => check(signature.ok ? signature.value.returns : undefined, result));
});

/** Compares lists, so that a failure shows which value it is about. */
function check(schema: JsonSchema | undefined, { ok, bad, constraint = [] }: Values): void {
  expect(schema).toBeDefined();
  const validate: ValidateFunction = ajv.compile(schema ?? false);
  expect(ok.filter((value) => validate(value))).toEqual(ok);
  expect([...bad, ...constraint].filter((value) => validate(value))).toEqual([]);
}
