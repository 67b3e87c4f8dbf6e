import { dirname } from "node:path/posix";
import type ts from "typescript";
import { slashed } from "./places.ts";
import type { TypeScript } from "./typescript.ts";

/** How TypeScript reads the files of one `tsconfig.json`. */
export interface Configuration {
  readonly options: ts.CompilerOptions;
  /** The directory that relative names start from. */
  readonly directory: string;
  /** Declaration files that the configuration includes: their global types are known everywhere. */
  readonly ambient: readonly string[];
  /** The projects that it refers to. Their sources stand for what is, or will be, built from them. */
  readonly references: readonly ts.ProjectReference[];
  /** The `tsconfig.json` and those that it extends. */
  readonly files: readonly string[];
}

/** Reads a `tsconfig.json`; without one, the defaults apply. What it leaves open gets the defaults too. */
export function readConfiguration(ts: TypeScript, configFile: string | undefined, root: string): Configuration {
  const parsed = configFile === undefined ? undefined : parse(ts, configFile);
  const given = withoutEmptyLibrary(parsed?.options ?? {});
  return {
    options: { ...defaults(ts, given), ...given, ...forced(ts) },
    directory: configFile === undefined ? slashed(root) : dirname(configFile),
    ambient: (parsed?.fileNames ?? []).filter((name) => /\.d\.[cm]?ts$/.test(name) && !isGenerated(name)),
    references: parsed?.projectReferences ?? [],
    files: configFile === undefined ? [] : [configFile, ...extendedBy(parsed)],
  };
}

/** What `espalier types` writes about workflows is made from what is compiled, and must not have a say in it. */
function isGenerated(name: string): boolean {
  return name.endsWith("/espalier-workflows.d.ts");
}

function extendedBy(parsed: ts.ParsedCommandLine | undefined): readonly string[] {
  const file = parsed?.options["configFile"] as ts.TsConfigSourceFile | undefined;
  return file?.extendedSourceFiles ?? [];
}

/** Only declaration files are looked for: all other files are loaded when they are asked for. */
function parse(ts: TypeScript, configFile: string): ts.ParsedCommandLine | undefined {
  return ts.getParsedCommandLineOfConfigFile(configFile, undefined, {
    ...ts.sys,
    readDirectory: (directory, _extensions, excludes, includes, depth) =>
      ts.sys.readDirectory(directory, [".d.ts", ".d.mts", ".d.cts"], excludes, includes, depth),
    // What is wrong in the configuration is for `tsc` to say; what can be read of it is used.
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  });
}

/** Without a library there is not even `Array`. Names of libraries that are unknown leave an empty list. */
function withoutEmptyLibrary({ lib, ...rest }: ts.CompilerOptions): ts.CompilerOptions {
  return lib === undefined || lib.length === 0 ? rest : { ...rest, lib };
}

function defaults(ts: TypeScript, given: ts.CompilerOptions): ts.CompilerOptions {
  const picksLibrary = given.target !== undefined || given.lib !== undefined;
  return {
    strict: true,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: "@espalier/jsx",
    ...(picksLibrary ? {} : { target: ts.ScriptTarget.ES2023, lib: ["lib.es2023.d.ts"] }),
  };
}

/** What the compiler relies on, and what it never does. */
function forced(ts: TypeScript): ts.CompilerOptions {
  return {
    strictNullChecks: true,
    // As the flows are loaded, so that a type is of the file that runs: whatever resolves for a bundler.
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    resolveJsonModule: true,
    noResolve: false,
    noLib: false,
    allowArbitraryExtensions: true,
    allowImportingTsExtensions: true,
    allowJs: true,
    skipLibCheck: true,
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
  };
}
