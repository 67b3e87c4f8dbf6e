import { equalSchemas, type Json, type JsonSchema, standalone, type Subschema } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import type { Example } from "./example.ts";
import { provesAll } from "./prove.ts";
import { type Refutation, refute } from "./refute.ts";
import { Exhausted, type Part, Session } from "./session.ts";

/** Whether the values of one schema may flow into another. */
export type Verdict =
  /** Every value of the source is valid for the target. */
  | { readonly verdict: "yes" }
  /** Only the values decide; or the schemas are too large to tell. */
  | { readonly verdict: "maybe"; readonly reason?: "too large" }
  /** The source's shape allows a value that is not of the target's. */
  | ({ readonly verdict: "no" } & Omit<Refutation, "example"> & Witness);

/** What shows that a source does not fit. */
export interface Witness {
  /** A value of the source that is invalid for the target; undefined when none was found for a pattern or format, or it is huge. */
  readonly example: Json | undefined;
}

/** The documents whose definitions the references of both sides name. A schema that stands alone is its own. */
export interface Roots {
  readonly source: JsonSchema;
  readonly target: JsonSchema;
}

/**
 * Compares two schemas. It is sound: `yes` only where every value of the source is valid for the target, `no` only where
 * some value of the source is not even of the target's shape. Shape is JSON types (integers are numbers), required,
 * missing and forbidden properties, elements, and literals of which none is allowed; limits, patterns and formats are not.
 * Objects that do not say otherwise are open, and that alone is never a `no`.
 */
export function assign(source: Subschema, target: Subschema, roots: Roots = rootsOf(source, target)): Verdict {
  const from: Part = { schema: source, root: roots.source };
  const to: Part = { schema: target, root: roots.target };
  if (orExhausted((session) => provesAll([from], to, session)) === true) return { verdict: "yes" };
  const refutation = orExhausted((session) => refute([from], [[to]], "", session));
  if (refutation === EXHAUSTED) return { verdict: "maybe", reason: "too large" };
  if (refutation !== undefined && shows(refutation.example, from, to)) {
    const { value, certain } = refutation.example;
    return { verdict: "no", ...refutation, example: certain ? value : undefined };
  }
  return areEqual(from, to) ? { verdict: "yes" } : { verdict: "maybe" };
}

const EXHAUSTED = Symbol("too large");

function orExhausted<T>(compare: (session: Session) => T): T | typeof EXHAUSTED {
  try {
    return compare(new Session());
  } catch (error) {
    if (error instanceof Exhausted || isStackOverflow(error)) return EXHAUSTED;
    throw error;
  }
}

/** How deep the stack is already when a comparison begins, nobody knows. What it was about to remember is dropped with it. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Whether nothing contradicts an example: no more is said than what a validator would find too. */
function shows({ value, certain }: Example, from: Part, to: Part): boolean {
  return !certain || (accepts(value, from) !== false && accepts(value, to) !== true);
}

function areEqual(a: Part, b: Part): boolean {
  return equalSchemas(standalone(a.schema, a.root), standalone(b.schema, b.root));
}

function rootsOf(source: Subschema, target: Subschema): Roots {
  return { source: documentOf(source), target: documentOf(target) };
}

function documentOf(schema: Subschema): JsonSchema {
  return typeof schema === "boolean" ? {} : schema;
}
