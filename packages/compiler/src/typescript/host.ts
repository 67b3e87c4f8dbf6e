import type ts from "typescript";
import type { Configuration } from "./compiler-options.ts";
import type { SourceCache } from "./source-cache.ts";
import type { TypeScript } from "./typescript.ts";

/** Gives the TypeScript declarations of a Python file: what `import … from "./x.py"` means to the checker. */
export type ReadPython = (file: string) => string;

/** Reads files for one program, keeping what it has read until told that a file has changed. */
export interface Host extends ts.CompilerHost {
  /** Whether a file that is built from a referenced project means the source of it. */
  useSourceOfProjectReferenceRedirect(): boolean;
  /** Forgets a file. */
  forget(file: string): void;
  /** Forgets every file. */
  forgetAll(): void;
}

const DECLARATIONS_OF_PYTHON = /\.d\.py\.ts$/;

/** A host that reads from disk, except declarations of Python files, which are made when they are asked for. */
export function createHost(
  ts: TypeScript,
  { options, directory }: Configuration,
  sources: SourceCache,
  readPython: ReadPython | undefined,
): Host {
  const files = new Map<string, ts.SourceFile | undefined>();
  const base = ts.createCompilerHost(options);
  const optionsText = JSON.stringify(options);
  const pythonFile = (name: string): string | undefined =>
    readPython !== undefined && DECLARATIONS_OF_PYTHON.test(name)
      ? name.replace(DECLARATIONS_OF_PYTHON, ".py")
      : undefined;
  const fileExists = (name: string): boolean => ts.sys.fileExists(pythonFile(name) ?? name);
  const readFile = (name: string): string | undefined => {
    const python = pythonFile(name);
    if (python === undefined) return ts.sys.readFile(name);
    return ts.sys.fileExists(python) ? readPython?.(python) : undefined;
  };
  return {
    ...base,
    getCurrentDirectory: () => directory,
    // As in an editor: a project is read from its sources, whether it has been built or not.
    useSourceOfProjectReferenceRedirect: () => true,
    fileExists,
    readFile,
    getSourceFile(name, how) {
      if (files.has(name)) return files.get(name);
      const text = readFile(name);
      const file = text === undefined ? undefined : sources.parse(ts, name, text, { how, options: optionsText });
      files.set(name, file);
      return file;
    },
    forget: (file) => void files.delete(file),
    forgetAll: () => files.clear(),
  };
}
