import { realpathSync } from "node:fs";
import path from "node:path";
import { DOCS_BASE, MAX_DIAGNOSTICS } from "./diagnostics/reporter.ts";

/** A language of programs, as it is named in bundles. */
export type Language = "python" | "javascript";

/** How workflows are compiled. */
export interface CompileOptions {
  /** The project's folder: file names in side files are relative to it. The working directory unless given. */
  readonly root?: string | undefined;
  /** The languages that the gateway runs; all of them unless given. */
  readonly languages?: readonly Language[] | undefined;
  /** Whether a value that only may fit a parameter is an error; no unless given. */
  readonly strict?: boolean | undefined;
  /** What the pages about diagnostics are under; `docs/diagnostics/` unless given. */
  readonly docsBase?: string | undefined;
  /** The most diagnostics that are reported; 100 unless given. */
  readonly maxDiagnostics?: number | undefined;
}

/** Options with everything filled in. */
export interface Settings {
  readonly root: string;
  readonly languages: readonly Language[];
  readonly strict: boolean;
  readonly docsBase: string;
  readonly maxDiagnostics: number;
}

/** The options with their defaults. */
export function settingsOf(options: CompileOptions = {}): Settings {
  return {
    root: realFolder(path.resolve(options.root ?? process.cwd())),
    languages: options.languages ?? ["python", "javascript"],
    strict: options.strict ?? false,
    docsBase: options.docsBase ?? DOCS_BASE,
    maxDiagnostics: options.maxDiagnostics ?? MAX_DIAGNOSTICS,
  };
}

/** Places in sources carry real file names, so the folder that they are relative to must be real as well. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
