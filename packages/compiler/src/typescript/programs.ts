import type ts from "typescript";
import { readConfiguration, type Configuration } from "./compiler-options.ts";
import { createConfigurationFinder } from "./configuration-file.ts";
import { createHost, type Host, type ReadPython } from "./host.ts";
import { slashed } from "./places.ts";
import type { SourceCache } from "./source-cache.ts";
import type { Checked, TypeScript } from "./typescript.ts";

/** The programs of a project: one for each `tsconfig.json`, made when a file is first asked for. */
export interface Programs {
  /** The program that has a file in it, and the file; no file when it cannot be read. */
  checked(file: string): { readonly checked: Checked; readonly source: ts.SourceFile | undefined };
  /** Names files that will be asked for, so that one program is made for all of them. */
  expect(files: readonly string[]): void;
  /** Reads files again, all of them when none are named. */
  refresh(files: readonly string[] | undefined): void;
  /** The files that are read, but for those of packages. */
  files(): string[];
}

interface Holder {
  readonly configuration: Configuration;
  readonly host: Host;
  readonly roots: Set<string>;
  program: ts.Program | undefined;
  /** Whether files have been added or changed since the program was made. */
  isStale: boolean;
}

/** Nothing is read before the first file is asked for. */
export function createPrograms(
  ts: TypeScript,
  root: string,
  sources: SourceCache,
  readPython: ReadPython | undefined,
): Programs {
  const holders = new Map<string, Holder>();
  let configurationFile = createConfigurationFinder(ts);
  const holderOf = (file: string): Holder => {
    const configFile = configurationFile(file);
    const known = holders.get(configFile ?? "");
    if (known !== undefined) return known;
    const configuration = readConfiguration(ts, configFile, root);
    const host = createHost(ts, configuration, sources, readPython);
    const holder = { configuration, host, roots: new Set(configuration.ambient), program: undefined, isStale: true };
    holders.set(configFile ?? "", holder);
    return holder;
  };
  const forget = (): void => {
    holders.clear();
    configurationFile = createConfigurationFinder(ts);
  };
  const add = (holder: Holder, file: string): void => {
    if (holder.roots.has(file) || holder.program?.getSourceFile(file) !== undefined) return;
    holder.roots.add(file);
    holder.isStale = true;
  };
  return {
    checked(name) {
      const file = slashed(name);
      const holder = holderOf(file);
      add(holder, file);
      const program = current(ts, holder);
      return { checked: { ts, program, checker: program.getTypeChecker() }, source: program.getSourceFile(file) };
    },
    expect(files) {
      for (const file of files.map(slashed)) add(holderOf(file), file);
    },
    refresh(files) {
      // A changed configuration, or a file that appears or vanishes, changes what names resolve to.
      if (files === undefined || files.some((file) => isConfiguration(slashed(file), holders))) forget();
      else for (const holder of holders.values()) change(ts, holder, files.map(slashed));
    },
    files: () => [...new Set([...holders.values()].flatMap(filesOf))],
  };
}

function isConfiguration(file: string, holders: ReadonlyMap<string, Holder>): boolean {
  if (/(?:[jt]sconfig[^/]*|package)\.json$/.test(file)) return true;
  return [...holders.values()].some((holder) => holder.configuration.files.includes(file));
}

/** Declarations of Python files stand for the Python files. */
function filesOf({ configuration, program }: Holder): string[] {
  const sources = (program?.getSourceFiles() ?? []).map((source) => source.fileName.replace(/\.d\.py\.ts$/, ".py"));
  return [...configuration.files, ...sources].filter((file) => !file.includes("/node_modules/"));
}

function current(ts: TypeScript, holder: Holder): ts.Program {
  if (holder.program !== undefined && !holder.isStale) return holder.program;
  const { configuration, host, roots, program: oldProgram } = holder;
  const program = ts.createProgram({
    rootNames: [...roots],
    options: configuration.options,
    projectReferences: configuration.references,
    host,
    ...(oldProgram && { oldProgram }),
  });
  holder.program = program;
  holder.isStale = false;
  return program;
}

function change(ts: TypeScript, holder: Holder, files: readonly string[]): void {
  for (const changed of files) {
    const file = changed.endsWith(".py") ? changed.replace(/\.py$/, ".d.py.ts") : changed;
    holder.host.forget(file);
    const wasKnown = holder.program?.getSourceFile(file) !== undefined;
    if (!wasKnown || !ts.sys.fileExists(changed)) holder.program = undefined;
  }
  holder.isStale = true;
}
