import { canonicalJson } from "../canonical.ts";
import type { Json, JsonSchema } from "../json.ts";
import { classify } from "./normal/classes.ts";
import type { Classes } from "./normal/classes.ts";
import { graphOf } from "./normal/graph.ts";
import type { SchemaNode, VariantNode } from "./normal/graph.ts";
import { referenceTo } from "./reference.ts";

/**
 * Whether two schemas are equal in normal form: references resolved (recursion compared coinductively), annotations
 * and keywords without effect dropped, `const` as `enum`, unions flat, and no order where order says nothing. Open
 * and closed objects differ. Schemas too entangled to compare are different.
 */
export function equalSchemas(a: JsonSchema, b: JsonSchema): boolean {
  if (a === b || canonicalJson(a) === canonicalJson(b)) return true;
  const [first, second] = [graphOf(a), graphOf(b)];
  const classes = classify([first, second]);
  return classes.settled && classes.of(first) === classes.of(second);
}

/** The schema in normal form: equal schemas give equal JSON. What is used twice or recursive stands in `$defs`, and
 * so does what is very far inside. */
export function normalForm(schema: JsonSchema): JsonSchema {
  const top = graphOf(schema);
  return new Writer(classify([top]), top).write();
}

/** Schemas further inside become definitions, so that the result never nests without limit. */
const MOST_LEVELS = 50;

/** Writes one schema per class, however many nodes the class has. */
class Writer {
  readonly #classes: Classes;
  readonly #top: SchemaNode;
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, JsonSchema>();
  /** Definitions that have a name and are still to be written. */
  readonly #waiting: [name: string, node: SchemaNode][] = [];
  #depth = 0;

  constructor(classes: Classes, top: SchemaNode) {
    this.#classes = classes;
    this.#top = top;
    this.#count(top);
  }

  write(): JsonSchema {
    const schema = this.#schema(this.#top);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const [name, node] = next;
      this.#definitions.set(name, this.#body(node));
    }
    return this.#definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(this.#definitions) };
  }

  #count(top: SchemaNode): void {
    const waiting = [top];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const name = this.#classes.of(node);
      const uses = (this.#uses.get(name) ?? 0) + 1;
      this.#uses.set(name, uses);
      if (uses > 1) continue;
      for (const { edges, sets } of this.#distinct(node.variants)) {
        for (const edge of edges) waiting.push(edge.node);
        for (const set of sets) waiting.push(...this.#members(set.keyword, set.members));
      }
    }
  }

  #schema(node: SchemaNode): JsonSchema {
    const name = this.#classes.of(node);
    const known = this.#names.get(name);
    if (known !== undefined) return { $ref: referenceTo(known) };
    const once = (this.#uses.get(name) ?? 0) < 2;
    if ((once && this.#depth < MOST_LEVELS) || isSmall(node)) return this.#inside(node);
    const called = String(this.#names.size + 1);
    this.#names.set(name, called);
    this.#waiting.push([called, node]);
    return { $ref: referenceTo(called) };
  }

  #inside(node: SchemaNode): JsonSchema {
    this.#depth += 1;
    const schema = this.#body(node);
    this.#depth -= 1;
    return schema;
  }

  #body({ variants }: SchemaNode): JsonSchema {
    const schemas = this.#distinct(variants).map((variant) => this.#variant(variant));
    const [first] = schemas;
    if (first === undefined) return { not: {} };
    return schemas.length === 1 ? first : { anyOf: schemas };
  }

  #variant({ edges, sets, values }: VariantNode): JsonSchema {
    const schema: Record<string, Json> = { ...values };
    for (const { key, keyword, node } of edges) {
      if (key === undefined) schema[keyword] = this.#schema(node);
      else if (keyword === "prefixItems")
        schema[keyword] = [...((schema[keyword] as Json[] | undefined) ?? []), this.#schema(node)];
      else
        schema[keyword] = {
          ...(schema[keyword] as JsonSchema | undefined),
          ...Object.fromEntries([[key, this.#schema(node)]]),
        };
    }
    for (const { keyword, members } of sets) {
      schema[keyword] = this.#members(keyword, members).map((member) => this.#schema(member));
    }
    return schema as JsonSchema;
  }

  #members(keyword: string, members: readonly SchemaNode[]): SchemaNode[] {
    return keyword === "oneOf" ? this.#sorted(members) : this.#distinct(members);
  }

  #distinct<T extends SchemaNode | VariantNode>(nodes: readonly T[]): T[] {
    return this.#sorted([...new Map(nodes.map((node) => [this.#classes.of(node), node])).values()]);
  }

  #sorted<T extends SchemaNode | VariantNode>(nodes: readonly T[]): T[] {
    return [...nodes].sort((a, b) => (this.#classes.of(a) < this.#classes.of(b) ? -1 : 1));
  }
}

/** Schemas without schemas inside are clearer in place. */
function isSmall({ variants }: SchemaNode): boolean {
  return variants.every(({ edges, sets }) => edges.length === 0 && sets.length === 0);
}
