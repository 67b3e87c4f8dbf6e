import { canonicalJson, type Json, type JsonSchema } from "@espalier/contract";
import { _ } from "ajv";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Validator } from "../engine/index.ts";
import { createFuel, OutOfFuelError, type Fuel } from "./fuel.ts";
import { isDeeperThan } from "./json-depth.ts";
import { linearRegExp } from "./linear-regexp.ts";
import { FUEL_KEYWORD, prepareSchema } from "./prepare.ts";
import { areUnique } from "./unique-items.ts";

/** Validates values against schemas that come from outside. */
export interface SchemaValidator {
  /** One sentence about the first thing that is wrong, or undefined. Never throws, never runs away. */
  readonly validate: Validator;
  /** Why a schema cannot be used at all, or undefined. */
  readonly refuse: (schema: JsonSchema) => string | undefined;
}

/** Compiled schemas that are kept; beyond this the one used longest ago is dropped. */
const MOST_KEPT = 2_000;

export function createSchemaValidator(): SchemaValidator {
  const fuel = createFuel();
  const ajv = createAjv(fuel);
  const byIdentity = new WeakMap<JsonSchema, ValidateFunction>();
  const byText = new Map<string, ValidateFunction>();

  /** The same schema text is compiled once, however many nodes carry it. */
  function compiled(schema: JsonSchema): ValidateFunction {
    const known = byIdentity.get(schema);
    if (known !== undefined) return known;
    const text = canonicalJson(schema);
    const check = byText.get(text) ?? compileOnce(ajv, prepareSchema(schema));
    byText.delete(text);
    byText.set(text, check);
    if (byText.size > MOST_KEPT) byText.delete(byText.keys().next().value!);
    byIdentity.set(schema, check);
    return check;
  }

  return {
    validate: (schema, value) => explain(() => run(compiled(schema), value, fuel)),
    refuse: (schema) => explain(() => void compiled(schema)),
  };
}

/** Compiles without keeping: what is kept is decided here, not by Ajv's own cache, which only grows. */
function compileOnce(ajv: Ajv2020, schema: JsonSchema): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

function createAjv(fuel: Fuel): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    inlineRefs: false,
    validateFormats: true,
    addUsedSchema: false,
    code: { regExp: Object.assign(linearRegExp, { code: "linearRegExp" }) as never },
  });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (wanted: boolean) => (items: unknown[]) => {
      if (!wanted) return true;
      fuel.burn(items.length);
      return areUnique(items);
    },
  });
  ajv.addKeyword({
    keyword: FUEL_KEYWORD,
    // Written into the validator itself: a call for every step would cost more than the step.
    code: ({ gen }) => {
      const name = gen.scopeValue("obj", { ref: fuel });
      gen.code(_`if (--${name}.left < 0) ${name}.burn(0)`);
    },
  });
  return ajv;
}

function run(check: ValidateFunction, value: Json, fuel: Fuel): string | undefined {
  if (isDeeperThan(value)) return "the value nests too deeply";
  fuel.refill();
  if (check(value) === true) return undefined;
  return describe(check.errors?.[0]);
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return "the value does not match";
  const { instancePath, keyword, message, params } = error;
  const where = instancePath === "" ? "the value" : instancePath;
  const what = `${where} ${message ?? `fails "${keyword}"`}`;
  if (keyword === "additionalProperties")
    return `${what}: "${(params as { additionalProperty: string }).additionalProperty}"`;
  if (keyword === "enum") return `${what}: ${JSON.stringify((params as { allowedValues: unknown[] }).allowedValues)}`;
  if (keyword === "const") return `${what}: ${JSON.stringify((params as { allowedValue: unknown }).allowedValue)}`;
  return what;
}

function explain(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutOfFuelError) return error.message;
    if (error instanceof RangeError) return "the schema recurses too deeply for this value";
    return `the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}
