import type { JsonSchema, Subschema } from "../json.ts";
import { combine, just, toSchema } from "./combine.ts";
import type { Combination } from "./combine.ts";
import { foldSchema } from "./fold.ts";
import { standalone } from "./reference.ts";

/**
 * The schema of a list's elements; a tuple's is the union of its parts. Undefined when the schema allows anything
 * but lists. It looks through `$ref` and `allOf`, and every variant of a union must be a list.
 */
export function elementSchema(list: JsonSchema): JsonSchema | undefined {
  const facts = foldSchema(list, list, { own, all, any });
  if (facts === undefined || !facts.list) return undefined;
  return standalone(facts.element === undefined ? true : toSchema(facts.element), list);
}

interface Facts {
  readonly list: boolean;
  /** What is known about the elements; undefined when nothing is. */
  readonly element: Combination | undefined;
}

function own(schema: JsonSchema): Facts {
  return { list: isListType(schema), element: ownElements(schema) };
}

function all(parts: readonly Facts[]): Facts {
  const elements = parts.map((part) => part.element).filter((element) => element !== undefined);
  return {
    list: parts.some((part) => part.list),
    element: elements.length === 0 ? undefined : combine("allOf", elements),
  };
}

function any(parts: readonly Facts[]): Facts {
  const elements = parts.map((part) => part.element).filter((element) => element !== undefined);
  return {
    list: parts.every((part) => part.list),
    element: elements.length === parts.length ? combine("anyOf", elements) : undefined,
  };
}

function isListType({ type }: JsonSchema): boolean {
  return type === "array" || (Array.isArray(type) && type.length === 1 && type[0] === "array");
}

function ownElements({ items, maxItems, prefixItems = [] }: JsonSchema): Combination | undefined {
  const noRest = items === false || (maxItems !== undefined && maxItems <= prefixItems.length);
  const rest: Subschema[] = noRest ? [] : [items ?? true];
  const parts = [...prefixItems, ...rest];
  if (parts.length === 0) return just(false);
  if (parts.some((part) => part === true)) return undefined;
  return combine("anyOf", parts.map(just));
}
