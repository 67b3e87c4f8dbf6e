import type { Schemas, Subschema } from "@espalier/contract";
import { isObject, type Check, type Compiler, type JsonObject, type Keyword } from "../check.ts";
import type { Run } from "../run.ts";
import { briefText, counted } from "../words.ts";

/** Where objects are no longer records but dictionaries, whose names take long to list. */
const MANY_NAMES = 1_000;

function namesOf(value: JsonObject, run: Run): string[] {
  const names = Object.keys(value);
  run.burn(names.length * (names.length < MANY_NAMES ? 2 : 16));
  return names;
}

export const required: Keyword = ({ required: names = [] }) => {
  if (names.length === 0) return undefined;
  const wanted = names.map((name): [string, string] => [name, `have the property ${briefText(name)}`]);
  return (value, run) => {
    if (!isObject(value)) return true;
    for (const [name, words] of wanted) {
      run.burn(1);
      if (!Object.hasOwn(value, name)) return run.fail(words, value);
    }
    return true;
  };
};

export const propertyCount: Keyword = (schema) => {
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const [least, most] = [Number(minProperties), Number(maxProperties)];
  if (least === 0 && most === Infinity) return undefined;
  const atLeast = `have at least ${counted(least, "property", "properties")}`;
  const atMost = `have at most ${counted(most, "property", "properties")}`;
  return (value, run) => {
    if (!isObject(value)) return true;
    const { length } = namesOf(value, run);
    if (length < least) return run.fail(atLeast, value);
    return length <= most || run.fail(atMost, value);
  };
};

/**
 * `properties`, `patternProperties` and `additionalProperties`, in one walk over what the value has. Properties with
 * literal schemas come before: the tag of a union is looked at before its parts.
 */
export const properties: Keyword = (schema, compiler) => {
  const { properties: named = {}, patternProperties = {}, additionalProperties: rest } = schema;
  const tags = entries(named, compiler).filter(([name]) => isLiteral(named[name]!));
  const others = new Map(entries(named, compiler).filter(([name]) => !isLiteral(named[name]!)));
  const byPattern = Object.entries(patternProperties).map(
    ([source, inner]) => [compiler.pattern(source), compiler.schema(inner)] as const,
  );
  const additional = rest === undefined ? undefined : compiler.schema(rest);
  if (tags.length + others.size + byPattern.length === 0 && additional === undefined) return undefined;
  const tagNames = new Set(tags.map(([name]) => name));

  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    for (const [name, check] of tags) {
      run.burn(2);
      if (Object.hasOwn(value, name) && !check(value[name]!, run, undefined)) return run.inside(name);
    }
    for (const name of namesOf(value, run)) {
      let known = tagNames.has(name);
      const own = others.get(name);
      if (own !== undefined) {
        known = true;
        if (!own(value[name]!, run, undefined)) return run.inside(name);
      }
      for (const [pattern, check] of byPattern) {
        if (!pattern.test(name, run)) continue;
        known = true;
        if (!check(value[name]!, run, undefined)) return run.inside(name);
      }
      if (known) evaluated?.addName(name);
      else if (additional !== undefined && !additional(value[name]!, run, undefined)) return run.inside(name);
    }
    if (additional !== undefined) evaluated?.addAllNames();
    return true;
  };
};

function isLiteral(schema: Subschema): boolean {
  return typeof schema === "object" && ("const" in schema || "enum" in schema);
}

export const propertyNames: Keyword = ({ propertyNames: inner }, compiler) => {
  if (inner === undefined) return undefined;
  const check = compiler.schema(inner);
  return (value, run) => {
    if (!isObject(value)) return true;
    for (const name of namesOf(value, run)) {
      if (check(name, run, undefined)) continue;
      return run.fail(`have no property named ${briefText(name)}`, value);
    }
    return true;
  };
};

export const dependentRequired: Keyword = ({ dependentRequired: lists }) => {
  if (typeof lists !== "object" || lists === null) return undefined;
  const needs = Object.entries(lists as Readonly<Record<string, readonly string[]>>);
  return (value, run) => {
    if (!isObject(value)) return true;
    for (const [name, others] of needs) {
      run.burn(2);
      if (!Object.hasOwn(value, name)) continue;
      run.burn(2 * others.length);
      const missing = others.find((other) => !Object.hasOwn(value, other));
      if (missing !== undefined)
        return run.fail(`have the property ${briefText(missing)} beside ${briefText(name)}`, value);
    }
    return true;
  };
};

export const dependentSchemas: Keyword = ({ dependentSchemas: schemas }, compiler) => {
  if (schemas === undefined) return undefined;
  const checks = entries(schemas as Schemas, compiler);
  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    run.burn(2 * checks.length);
    for (const [name, check] of checks) if (Object.hasOwn(value, name) && !check(value, run, evaluated)) return false;
    return true;
  };
};

export const unevaluatedProperties: Keyword = ({ unevaluatedProperties: inner }, compiler) => {
  if (inner === undefined) return undefined;
  const check = compiler.schema(inner as never);
  return (value, run, evaluated) => {
    if (!isObject(value)) return true;
    for (const name of namesOf(value, run)) {
      if (!evaluated!.hasName(name) && !check(value[name]!, run, undefined)) return run.inside(name);
    }
    evaluated!.addAllNames();
    return true;
  };
};

function entries(schemas: Schemas, compiler: Compiler): [string, Check][] {
  return Object.entries(schemas).map(([name, inner]) => [name, compiler.schema(inner)]);
}
