import type { Kind } from "../element.ts";
import type { Place } from "../place.ts";

/** A call of an author's component. */
export interface Frame {
  readonly component: string;
  /** Where `<Component>` was written. */
  readonly place: Place | undefined;
}

interface Placed {
  /** Where it was written; where no place is known, that of the nearest element around it. */
  readonly place: Place | undefined;
  /** The components that it came out of, outermost first. */
  readonly stack: readonly Frame[];
}

/** An element of ours. */
export interface ElementItem extends Placed {
  readonly type: "element";
  readonly kind: Kind;
  /** The props as they were written, without `children` and `key`. Nothing in them is checked. */
  readonly props: Readonly<Record<string, unknown>>;
  /** What `children` expanded to. */
  readonly children: readonly Item[];
  /** Whether `children` was given and not `undefined`. */
  readonly hasChildren: boolean;
  /** The exits of an `If`. */
  readonly exits?: { readonly then: readonly Item[]; readonly otherwise: readonly Item[] };
  /** The `branches` of a `Parallel`, when that is an object of branches, in authoring order. */
  readonly branches?: readonly BranchItems[];
}

/** One entry of `branches`. */
export interface BranchItems {
  readonly name: string;
  readonly items: readonly Item[];
}

/** Anything else: text, a number, `true`, a binding, a function, an object. */
export interface ValueItem extends Placed {
  readonly type: "value";
  readonly value: unknown;
}

/** Why something could not be expanded. */
export type FailureReason = "threw" | "async" | "undefined" | "not-a-component" | "too-deep" | "cycle";

/** Something that could not be expanded. The rest of the tree is there. */
export interface FailureItem extends Placed {
  readonly type: "failure";
  readonly reason: FailureReason;
  /** One sentence. */
  readonly message: string;
  /** What was thrown. */
  readonly error?: unknown;
}

/** What is left when components, fragments and arrays are resolved away and `null`, `undefined` and `false` are gone. */
export type Item = ElementItem | ValueItem | FailureItem;
