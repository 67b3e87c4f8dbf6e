import path from "node:path";
import { type Compiled, failedCompilation } from "./compiled.ts";
import { compileWorkflow } from "./compile-workflow.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { createReporter, limited, type Origin } from "./diagnostics/reporter.ts";
import { workflowsOfFiles } from "./discover/files.ts";
import { createFlowCache, type FlowCache, startWatchdog, type Watchdog } from "./load/index.ts";
import { createTransformCache, type TransformCache } from "./modules/transform-cache.ts";
import { type CompileOptions, type Settings, settingsOf } from "./options.ts";
import { createProjectSources, type ProjectSources } from "./resolve/project-sources.ts";

/** What became of a set of files. */
export interface CompiledFiles {
  /** In the order of the files, and in each by position. */
  readonly workflows: readonly Compiled[];
  /** Everything that was reported, about files and about workflows: sorted by position, at most 100. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the same files again and again, and keeps what it has read of those that have not changed. */
export interface Compiler {
  /** As the function of this name. */
  compileFiles(paths: readonly string[]): Promise<CompiledFiles>;
  /** To be told which files have changed, appeared or vanished, as absolute names; without any, all are read again. */
  refresh(changed?: readonly string[]): void;
  /**
   * Every file of the author's own that took part in the last compilation, also those that were looked for in vain:
   * absolute and sorted. A change elsewhere does not change the result.
   */
  files(): readonly string[];
  /** Ends the thread that watches over the author's code while it runs. Otherwise it ends with the process. */
  close(): void;
}

/** A compiler that has read nothing yet. Its compilations must not overlap. */
export function createCompiler(options: CompileOptions = {}): Compiler {
  const settings = settingsOf(options);
  const cache = createTransformCache();
  const built = createFlowCache();
  const sources = createProjectSources(settings.root, cache);
  let flows: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  // One for all compilations: a thread takes longer to start than a small flow takes to compile.
  let watchdog: Watchdog | undefined;
  return {
    async compileFiles(paths) {
      const files = [...new Set(paths.map((given) => path.resolve(settings.root, given)))];
      const noted = new Map(files.map((file) => [file, new Set<string>()]));
      flows = noted;
      return compileAll(noted, { settings, cache, built, sources, watchdog: (watchdog ??= startWatchdog()) });
    },
    refresh(changed) {
      const imported = [...flows.values()];
      const known = new Set(sources.files().filter((file) => !file.endsWith(".json")));
      for (const file of imported.flatMap((files) => [...files])) known.add(file);
      // A configuration, or a file that nobody knew, may change what imports mean.
      const all = changed === undefined || changed.some((file) => !known.has(file));
      const affected = imported.filter((files) => changed?.some((file) => files.has(file)));
      built.drop((file) => all || changed.includes(file));
      sources.refresh(changed, (file) => all || affected.some((files) => files.has(file)));
    },
    files: () => [...new Set([...flows.values()].flatMap((files) => [...files]).concat(sources.files()))].sort(),
    close() {
      watchdog?.end();
      watchdog = undefined;
    },
  };
}

/**
 * Compiles every workflow that the files export. Relative paths are seen from `root`. A file that does not load, or
 * exports no workflow, is a diagnostic and does not keep the others from being compiled.
 */
export async function compileFiles(paths: readonly string[], options: CompileOptions = {}): Promise<CompiledFiles> {
  const compiler = createCompiler(options);
  try {
    return await compiler.compileFiles(paths);
  } finally {
    compiler.close();
  }
}

/** What a compilation works with. */
interface Means {
  readonly settings: Settings;
  readonly cache: TransformCache;
  readonly built: FlowCache;
  readonly sources: ProjectSources;
  readonly watchdog: Watchdog;
}

/** Compiles flow files, and notes for each what it is made from. */
async function compileAll(flows: ReadonlyMap<string, Set<string>>, means: Means): Promise<CompiledFiles> {
  const { settings, sources } = means;
  const reporter = createReporter(settings);
  const found = await workflowsOfFiles(flows, { ...means, reporter });
  sources.expect(found.flatMap(({ item }) => item.place?.file ?? []));
  const first = new Map<string, Named>();
  const workflows: Compiled[] = [];
  for (const { item, start } of found) {
    const compiled = await compileWorkflow(item, sources, settings, start);
    const before = first.get(compiled.name);
    if (before === undefined || compiled.name === "") {
      first.set(compiled.name, { compiled, at: item });
      workflows.push(compiled);
    } else if (!isSame(before, { compiled, at: item })) {
      workflows.push(duplicate(compiled, item, before.at, settings));
    }
  }
  const all = [...reporter.diagnostics(), ...workflows.flatMap((workflow) => workflow.diagnostics)];
  return { workflows, diagnostics: limited(distinct(all), settings.maxDiagnostics) };
}

/** A workflow with the place where it is written. */
interface Named {
  readonly compiled: Compiled;
  readonly at: Origin;
}

/** Whether one workflow was found twice: a file exports again what another has, or is reached under two names. */
function isSame(a: Named, b: Named): boolean {
  const outcome = ({ at: { place }, compiled: { json, diagnostics } }: Named) =>
    JSON.stringify([place, json, diagnostics]);
  return outcome(a) === outcome(b);
}

/** Only the first workflow of a name is compiled; a gateway could not tell them apart. */
function duplicate({ name, diagnostics }: Compiled, at: Origin, before: Origin, settings: Settings): Compiled {
  const reporter = createReporter(settings);
  const related = [{ message: "the first workflow of this name", location: before.place }];
  reporter.report(at, "duplicate-workflow", "name", { name }, related);
  return failedCompilation(name, limited([...diagnostics, ...reporter.diagnostics()], settings.maxDiagnostics));
}

/** Two workflows that use one wrong program report it once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byText = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...byText.values()];
}
