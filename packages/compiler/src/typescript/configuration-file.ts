import { dirname } from "node:path/posix";
import type ts from "typescript";
import type { TypeScript } from "./typescript.ts";

/** Finds the `tsconfig.json` (or `jsconfig.json`) that speaks for a file; the file is absolute, with forward slashes. */
export type FindConfiguration = (file: string) => string | undefined;

/** A configuration that leaves files to others: its own list of files, and those it refers to. */
interface Solution {
  readonly files: () => ReadonlySet<string>;
  readonly references: readonly string[];
}

/**
 * Finds configurations as an editor does: the nearest one, or, when that does not list the file, the one of its
 * references that does. What was found is kept for as long as the finder is.
 */
export function createConfigurationFinder(ts: TypeScript): FindConfiguration {
  const nearest = new Map<string, string | undefined>();
  const solutions = new Map<string, Solution>();
  const solutionOf = (config: string): Solution => {
    const known = solutions.get(config) ?? readSolution(ts, config);
    solutions.set(config, known);
    return known;
  };
  return (file) => {
    const directory = dirname(file);
    if (!nearest.has(directory)) nearest.set(directory, nearestConfiguration(ts, directory));
    const config = nearest.get(directory);
    return config && (listing(file, config, solutionOf) ?? config);
  };
}

function nearestConfiguration(ts: TypeScript, directory: string): string | undefined {
  const found = ["tsconfig.json", "jsconfig.json"]
    .map((name) => ts.findConfigFile(directory, ts.sys.fileExists, name))
    .filter((config) => config !== undefined);
  const [first, second] = found;
  // In one folder the first wins; otherwise the deeper one.
  return second !== undefined && dirname(second).length > dirname(first ?? "").length ? second : first;
}

/** The configuration that lists a file: the given one, or the nearest of those it refers to. */
function listing(file: string, start: string, solutionOf: (config: string) => Solution): string | undefined {
  // One that refers to no other has its say about every file beside it, listed or not.
  if (solutionOf(start).references.length === 0) return start;
  const waiting = new Set([start]);
  for (const config of waiting) {
    const { files, references } = solutionOf(config);
    if (files().has(file)) return config;
    for (const reference of references) waiting.add(reference);
  }
  return undefined;
}

function readSolution(ts: TypeScript, config: string): Solution {
  const references = parse(ts, config, () => [])?.projectReferences ?? [];
  let files: ReadonlySet<string> | undefined;
  return {
    // Looking for all files takes long, and most configurations refer to no other.
    files: () => (files ??= new Set(parse(ts, config, ts.sys.readDirectory)?.fileNames)),
    references: references.map((reference) => ts.resolveProjectReferencePath(reference)),
  };
}

function parse(
  ts: TypeScript,
  config: string,
  readDirectory: ts.System["readDirectory"],
): ts.ParsedCommandLine | undefined {
  const host = { ...ts.sys, readDirectory, onUnRecoverableConfigFileDiagnostic: () => undefined };
  return ts.getParsedCommandLineOfConfigFile(config, undefined, host);
}
