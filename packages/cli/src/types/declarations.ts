import type { Diagnostic } from "@espalier/compiler";

/** A file of declarations, as it should be. */
export interface Declarations {
  /** Absolute. */
  readonly file: string;
  /** Undefined when there are mistakes: then what is there stays. */
  readonly text: string | undefined;
  readonly mistakes: readonly Diagnostic[];
}
