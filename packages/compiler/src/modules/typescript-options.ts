import { dirname } from "node:path";
import type ts from "typescript";
import { createConfigurationFinder } from "../typescript/configuration-file.ts";

type TypeScript = typeof ts;

/**
 * Finds the compiler options that say how a file's imports are meant: those of the `tsconfig.json` that speaks for it, with
 * what a loader must allow added. One answer is kept for each configuration file.
 */
export function createOptionsFinder(typescript: TypeScript): (file: string) => ts.CompilerOptions {
  const configurationFile = createConfigurationFinder(typescript);
  const byConfig = new Map<string, ts.CompilerOptions>();
  return (file) => {
    const config = configurationFile(file.replaceAll("\\", "/")) ?? "";
    const options = byConfig.get(config) ?? loaderOptions(typescript, readConfig(typescript, config));
    byConfig.set(config, options);
    return options;
  };
}

/** Everything resolves that resolves for a bundler; whether the author's editor likes it is not asked here. */
function loaderOptions(typescript: TypeScript, own: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...own,
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    allowJs: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
}

function readConfig(typescript: TypeScript, config: string): ts.CompilerOptions {
  if (config === "") return {};
  const { config: json } = typescript.readConfigFile(config, typescript.sys.readFile) as { config?: unknown };
  // Only the options matter: without a list of folders nothing is searched for source files.
  const host: ts.ParseConfigHost = { ...typescript.sys, readDirectory: () => [] };
  return typescript.parseJsonConfigFileContent(json ?? {}, host, dirname(config), undefined, config).options;
}
