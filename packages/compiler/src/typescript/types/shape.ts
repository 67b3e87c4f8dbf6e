import type { JsonSchema } from "@espalier/contract";
import type { Keywords } from "./keywords.ts";

/**
 * What a type says about JSON values, before it is written as a schema. Shapes share the definitions that they refer to
 * and may be cyclic through them.
 */
export type Shape =
  LeafShape | LiteralShape | ListShape | TupleShape | ObjectShape | UnionShape | DocumentedShape | ReferenceShape;

/** A shape without parts, as the schema that it becomes. */
export interface LeafShape {
  readonly kind: "leaf";
  readonly schema: JsonSchema;
}

/** One value. */
export interface LiteralShape {
  readonly kind: "literal";
  readonly value: string | number | boolean | null;
}

/** A list of any length. */
export interface ListShape {
  readonly kind: "list";
  readonly items: Shape;
}

/** A list whose first elements have types of their own. */
export interface TupleShape {
  readonly kind: "tuple";
  readonly prefix: readonly Shape[];
  /** How many of them must be there. */
  readonly required: number;
  /** What may follow, `undefined` when nothing may. */
  readonly rest: Shape | undefined;
}

/** An object. It is open unless its documentation closes it. */
export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /** What an index signature says of every other property. */
  readonly additional: Shape | undefined;
  /** What index signatures over template types say. */
  readonly patterns: readonly { readonly pattern: string; readonly shape: Shape }[];
}

/** A property of an object. */
export interface PropertyShape {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
}

/** One shape of several. */
export interface UnionShape {
  readonly kind: "union";
  readonly members: readonly Shape[];
}

/** A shape with keywords from JSDoc. Those that narrow stand on a part of their type only, see {@link documented}. */
export interface DocumentedShape {
  readonly kind: "documented";
  readonly shape: Shape;
  readonly keywords: Keywords;
}

/** The shape of a type that may occur again, inside itself too. */
export interface ReferenceShape {
  readonly kind: "reference";
  readonly definition: Definition;
}

/** A type that may occur again. */
export interface Definition {
  /** The name to give it when it needs one; several definitions may ask for the same. */
  readonly name: string | undefined;
  /** Whether it is an object that the author, or a package, has given its name. It is the first choice for `$defs`. */
  readonly isNamedObject: boolean;
  /** Complete as soon as the type has been read to its end. */
  readonly shape: Shape;
}

/** Every JSON value. */
export const ANYTHING: LeafShape = { kind: "leaf", schema: {} };

/** No value at all. */
export const NOTHING: LeafShape = { kind: "leaf", schema: { not: {} } };
