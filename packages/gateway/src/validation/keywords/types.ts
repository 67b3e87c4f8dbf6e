import type { Json, JsonType } from "@espalier/contract";
import { isList, isObject, type Keyword } from "../check.ts";
import { orList } from "../words.ts";

const TESTS: Readonly<Record<JsonType, (value: Json) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value), // JSON such as 1e400 is read as infinite
  string: (value) => typeof value === "string",
  array: isList,
  object: isObject,
};

const WORDS: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  string: "a string",
  array: "a list",
  object: "an object",
};

export const type: Keyword = ({ type: wanted }) => {
  if (wanted === undefined) return undefined;
  const types = typeof wanted === "string" ? [wanted] : wanted;
  const words = `be ${orList(types.map((each) => WORDS[each]))}`;
  const [first] = types;
  if (types.length === 1 && first !== undefined) {
    const test = TESTS[first];
    return (value, run) => test(value) || run.fail(words, value);
  }
  const tests = types.map((each) => TESTS[each]);
  return (value, run) => {
    run.burn(tests.length);
    return tests.some((test) => test(value)) || run.fail(words, value);
  };
};
