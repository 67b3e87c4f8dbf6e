import type { Bundle } from "@espalier/contract";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { SourceMap } from "./serialize/source-map.ts";

/** A workflow after compilation. With an error among the diagnostics there is no bundle. */
export interface Compiled {
  /** The workflow's name; empty when it has none. */
  readonly name: string;
  readonly bundle: Bundle | undefined;
  /** The bundle as canonical JSON: the same sources give the same bytes. */
  readonly json: string | undefined;
  /** `sha256:<hex>` of the canonical JSON. */
  readonly digest: string | undefined;
  /** Where its nodes were written. */
  readonly map: SourceMap | undefined;
  /** Sorted by position, at most 100. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is left of a workflow that cannot be compiled. */
export function failedCompilation(name: string, diagnostics: readonly Diagnostic[]): Compiled {
  return { name, bundle: undefined, json: undefined, digest: undefined, map: undefined, diagnostics };
}
