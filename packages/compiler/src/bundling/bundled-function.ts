import type { FunctionTag } from "@espalier/jsx";
import type { Resolved } from "../finding.ts";
import type { TransformCache } from "../modules/transform-cache.ts";

/** A function of the author's as a program that stands alone. */
export interface BundledFunction {
  /** A script without imports. It declares one global variable that holds the function. */
  readonly source: string;
  /** The name of that variable. */
  readonly entrypoint: string;
  /** From lines of `source` to the author's files. It belongs in the side file, not in the bundle. */
  readonly map: ProgramMap;
}

/** A source map, version 3. `sources` are relative to the root, with forward slashes. */
export interface ProgramMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** Options of `bundleFunctions`. */
export interface BundlingOptions {
  /** The folder that file names in maps are relative to. Absolute. */
  readonly root: string;
  /** Keeps compiled files for the next call. */
  readonly cache?: TransformCache | undefined;
}

/** The result for every tag that was asked for. */
export type BundledFunctions = Map<FunctionTag, Resolved<BundledFunction>>;
