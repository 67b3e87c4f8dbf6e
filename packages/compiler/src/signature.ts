import type { JsonSchema, Parameter } from "@espalier/contract";

/** What a program takes and gives, whichever language it is written in. */
export interface Signature {
  /** In the order written. Each schema stands alone: it carries the `$defs` that it refers to. */
  readonly parameters: readonly Parameter[];
  /** The schema of the result. */
  readonly returns: JsonSchema;
}
