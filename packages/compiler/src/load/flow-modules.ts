import type { OutputChunk } from "rollup";
import type { PackageImport } from "./flow-plugin.ts";

/** The name of the module by which a flow is imported: it exports the flow's exports as one object, `exports`. */
export const ENTRY_MODULE = "flow.mjs";

/** A flow as modules that need nothing else of the author's, before it runs. */
export interface BuiltFlow {
  /** They import one another by name, as neighbours in one folder. One of them is `ENTRY_MODULE`. */
  readonly modules: readonly FlowModule[];
  readonly files: readonly string[];
  /** Where each package was imported, by the address that it is imported from. */
  readonly packages: ReadonlyMap<string, PackageImport>;
}

/** A module that is ready to run. */
export interface FlowModule {
  /** The name of its file. */
  readonly name: string;
  readonly code: string;
  /** Source map whose sources are absolute; none for a module that no author wrote. */
  readonly map: OutputChunk["map"];
}
