import type { Json } from "@espalier/contract";
import { canonicalText } from "../canonical-text.ts";
import type { Check, Keyword } from "../check.ts";
import { briefJson, briefList } from "../words.ts";

type Container = Json & object;

export const constant: Keyword = (schema) =>
  schema.const === undefined ? undefined : oneOfThese([schema.const], `be ${briefJson(schema.const)}`);

export const enumeration: Keyword = ({ enum: values }) =>
  values === undefined ? undefined : oneOfThese(values, `be ${briefList(values)}`);

/** One look-up, however many there are. Lists and objects are equal when their canonical texts are. */
function oneOfThese(values: readonly Json[], wanted: string): Check {
  const simple = new Set(values.filter((value) => !isContainer(value)));
  const containers = values.filter(isContainer);
  const sizes = new Set(containers.map(sizeOf));
  const texts = new Set(containers.map((value) => canonicalText(value)));
  return (value, run) => {
    if (!isContainer(value)) return simple.has(value) || run.fail(wanted, value);
    return (sizes.has(sizeOf(value)) && texts.has(canonicalText(value, run))) || run.fail(wanted, value);
  };
}

/** A large value is mostly known by its size to be none of them. */
function sizeOf(value: Container): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function isContainer(value: Json): value is Container {
  return typeof value === "object" && value !== null;
}
