import type { JsonSchema } from "@espalier/contract";
import type { FunctionTag } from "@espalier/jsx";
import type { Place } from "@espalier/jsx/tree";
import type { BundledFunctions } from "../bundling/bundled-function.ts";
import type { Finding, Resolved } from "../finding.ts";
import type { Signature } from "../signature.ts";
import type { BindingSlip } from "../sources/binding-slips.ts";

/** Reads the author's sources: types, functions and Python files. Tests give their own. */
export interface Sources {
  /** The types of a tagged TypeScript function. */
  signature(tag: FunctionTag): Resolved<Signature>;
  /** The schema of the `T` of the `schema<T>()` call at a place. */
  modelSchema(place: Place): Resolved<JsonSchema>;
  /** Each function as a script that stands alone. */
  bundle(tags: readonly FunctionTag[]): Promise<BundledFunctions>;
  /** A Python file; undefined when it cannot be read. */
  python(file: string): PythonSource | undefined;
  /** Where a file writes a binding as if it had a value or stood in a template literal; nothing for a file that cannot be read. */
  bindingSlips(file: string): readonly BindingSlip[];
}

/** A Python file with what the compiler knows about it. */
export interface PythonSource {
  readonly text: string;
  /** What is wrong with the file as a whole. */
  readonly findings: readonly Finding[];
  /** What a function of its top level takes and gives. */
  signature(name: string): Resolved<Signature>;
}
