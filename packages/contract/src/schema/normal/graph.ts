import type { Json, JsonSchema, Subschema } from "../../json.ts";
import { LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "../keywords.ts";
import { sortedValues } from "./literals.ts";
import { Variants } from "./variants.ts";

/**
 * A schema as a node of a graph in which references are edges, so that a recursive schema is a cycle. It allows what
 * one of its variants allows: nothing without any.
 */
export interface SchemaNode {
  readonly variants: readonly VariantNode[];
}

/** A schema that is no union. */
export interface VariantNode {
  /** Keywords that hold no schemas, each list that has no order sorted. */
  readonly values: { readonly [keyword: string]: Json };
  /** Schemas under keywords, in an order that depends on the keywords and names alone. */
  readonly edges: Edge[];
  /** Schemas that stand in no order. Equal ones count once, except in `oneOf`. */
  readonly sets: MemberSet[];
}

/** One schema under a keyword: `key` is the name or index below it. */
export interface Edge {
  readonly keyword: string;
  readonly key: string | undefined;
  readonly node: SchemaNode;
}

/** The members of a combining keyword that could not be taken apart. */
export interface MemberSet {
  readonly keyword: SetKeyword;
  readonly members: readonly SchemaNode[];
}

type SetKeyword = "allOf" | "anyOf" | "oneOf";

/** The graph of a schema document, from its top. */
export function graphOf(root: JsonSchema): SchemaNode {
  const variants = new Variants(root);
  const nodes = new Map<JsonSchema, SchemaNode>();
  const waiting: (() => void)[] = [];

  function nodeOf(schema: Subschema): SchemaNode {
    const known = typeof schema === "object" ? nodes.get(schema) : undefined;
    if (known !== undefined) return known;
    const node = { variants: variants.of(schema).map(variantOf) };
    if (typeof schema === "object") nodes.set(schema, node);
    return node;
  }

  function variantOf(schema: JsonSchema): VariantNode {
    const node: VariantNode = { values: valuesOf(schema), edges: [], sets: [] };
    waiting.push(() => connect(node, schema));
    return node;
  }

  function connect(node: VariantNode, schema: JsonSchema): void {
    for (const keyword of Object.keys(schema).sort()) {
      const value: unknown = schema[keyword];
      if (isSetKeyword(keyword)) node.sets.push({ keyword, members: (value as Subschema[]).map(nodeOf) });
      else
        for (const [key, child] of childrenOf(keyword, value)) node.edges.push({ keyword, key, node: nodeOf(child) });
    }
  }

  const top = nodeOf(root);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next();
  return top;
}

function isSetKeyword(keyword: string): keyword is SetKeyword {
  return keyword === "allOf" || keyword === "anyOf" || keyword === "oneOf";
}

function childrenOf(keyword: string, value: unknown): [string | undefined, Subschema][] {
  if (SCHEMA_KEYWORDS.includes(keyword)) return [[undefined, value as Subschema]];
  if (keyword === "prefixItems") return (value as Subschema[]).map((item, index) => [String(index), item]);
  if (!MAP_KEYWORDS.includes(keyword)) return [];
  return Object.entries(value as { [name: string]: Subschema }).sort(([a], [b]) => (a < b ? -1 : 1));
}

function valuesOf(schema: JsonSchema): VariantNode["values"] {
  const values: Record<string, Json> = {};
  for (const keyword of Object.keys(schema).sort()) {
    const holdsSchemas = [SCHEMA_KEYWORDS, LIST_KEYWORDS, MAP_KEYWORDS].some((list) => list.includes(keyword));
    if (!holdsSchemas) values[keyword] = unordered(keyword, schema[keyword] ?? null);
  }
  return values;
}

function unordered(keyword: string, value: Json): Json {
  if ((keyword === "enum" || keyword === "required") && Array.isArray(value)) return sortedValues(value);
  if (keyword !== "dependentRequired" || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, names]) => [name, sortedValues(names as Json[])]));
}
