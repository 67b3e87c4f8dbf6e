import { isJsonObject, type JsonSchema, type Schemas, type Subschema } from "@espalier/contract";
import type { Atom, Product } from "./products.ts";
import { type Conjunction, Exhausted, type Part } from "./session.ts";

/** The largest of a keyword's numbers; `otherwise` when no schema has it. */
export function largest({ atoms }: Product, keyword: string, otherwise: number): number {
  return atoms.reduce((most, { schema }) => Math.max(most, numberOf(schema, keyword) ?? otherwise), otherwise);
}

/** The smallest of a keyword's numbers; `otherwise` when no schema has it. */
export function smallest({ atoms }: Product, keyword: string, otherwise: number): number {
  return atoms.reduce((least, { schema }) => Math.min(least, numberOf(schema, keyword) ?? otherwise), otherwise);
}

/** The number that a keyword has in one schema. */
export function numberOf(schema: JsonSchema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/** Whether one of the schemas has a keyword. */
export function has({ atoms }: Product, keyword: string): boolean {
  return atoms.some(({ schema }) => schema[keyword] !== undefined);
}

/** The schemas that a keyword has, of all that hold together. */
export function under({ atoms }: Product, keyword: string): Conjunction {
  return atoms.flatMap(({ schema, root }): Part[] => {
    const inner = schema[keyword];
    return typeof inner === "boolean" || isJsonObject(inner) ? [{ schema: inner as Subschema, root }] : [];
  });
}

export function requiredNames({ atoms }: Product): ReadonlySet<string> {
  return new Set(atoms.flatMap(({ schema }) => schema.required ?? []));
}

export function declaredNames({ atoms }: Product): ReadonlySet<string> {
  return new Set(atoms.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
}

/** What a property of a name must be. */
export function propertyOf(product: Product, name: string): Conjunction {
  return product.atoms.flatMap((atom) => ownProperty(atom, name));
}

function ownProperty({ schema, root }: Atom, name: string): Part[] {
  const found: Part[] = [];
  const declared = own(schema.properties, name);
  if (declared !== undefined) found.push({ schema: declared, root });
  for (const [pattern, inner] of Object.entries(schema.patternProperties ?? {})) {
    const matching = matches(pattern, name);
    // No regular expression: nothing that follows would be certain.
    if (matching === undefined) throw new Exhausted();
    if (matching) found.push({ schema: inner, root });
  }
  if (found.length === 0 && schema.additionalProperties !== undefined) {
    found.push({ schema: schema.additionalProperties, root });
  }
  return found;
}

function own(schemas: Schemas | undefined, name: string): Subschema | undefined {
  return schemas !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

const EXPRESSIONS = new Map<string, RegExp | undefined>();
const MOST_EXPRESSIONS = 1_000;

/** Whether a pattern matches a text; undefined when it is no regular expression. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (!EXPRESSIONS.has(pattern)) {
    if (EXPRESSIONS.size >= MOST_EXPRESSIONS) EXPRESSIONS.clear();
    EXPRESSIONS.set(pattern, expression(pattern));
  }
  return EXPRESSIONS.get(pattern)?.test(text);
}

function expression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** Schemas for names that match a pattern, whatever else may hold for them. */
export function patternsOf({ atoms }: Product): { readonly pattern: string; readonly part: Part }[] {
  return atoms.flatMap(({ schema, root }) =>
    Object.entries(schema.patternProperties ?? {}).map(([pattern, inner]) => ({
      pattern,
      part: { schema: inner, root },
    })),
  );
}

/** How long the tuples of a list's schemas are. */
export function tupleLength({ atoms }: Product): number {
  return Math.max(0, ...atoms.map(({ schema }) => schema.prefixItems?.length ?? 0));
}

/** What the element at an index must be. */
export function elementOf({ atoms }: Product, index: number): Conjunction {
  return atoms.flatMap(({ schema, root }): Part[] => {
    const inner = schema.prefixItems?.[index] ?? schema.items;
    return inner === undefined ? [] : [{ schema: inner, root }];
  });
}

/** The fewest elements that a list has. */
export function fewest(product: Product): number {
  return largest(product, "minItems", 0);
}

/** The most elements that a list has; tuples that nothing may follow count too. */
export function most(product: Product): number {
  const limit = smallest(product, "maxItems", Infinity);
  return product.atoms.reduce((least, { schema }) => {
    const tuple = schema.prefixItems ?? [];
    const never = tuple.indexOf(false);
    if (never >= 0) return Math.min(least, never);
    return schema.items === false ? Math.min(least, tuple.length) : least;
  }, limit);
}
