import type { PreRenderedChunk, RollupBuild } from "rollup";
import type { TransformCache } from "../modules/transform-cache.ts";
import { OUTPUT, rollupFlows } from "./build-flow.ts";
import { type BuiltFlow, ENTRY_MODULE, type FlowModule } from "./flow-modules.ts";
import type { FlowRecord } from "./flow-plugin.ts";

/** A flow that was built with others. */
export interface SharedFlow {
  readonly flow: BuiltFlow;
  /** Every file of the author's own that takes part, also what was looked for in vain. */
  readonly noted: ReadonlySet<string>;
}

/** What is read together is held in memory together. */
const TOGETHER = 200;

/**
 * Builds many flows at once, so that a file that several of them import is read and compiled for all of them. Each stays
 * in modules of its own, one for a file: flows share text, not what their files hold when they run.
 *
 * A flow that cannot be built, or that might run otherwise as several modules than as one, is left out: `buildFlow`
 * builds it, or says what is wrong.
 */
export async function buildFlows(
  files: readonly string[],
  cache: TransformCache,
): Promise<ReadonlyMap<string, SharedFlow>> {
  if (files.length < 2) return new Map();
  const built = files.length > TOGETHER ? undefined : await buildTogether(files, cache).catch(() => undefined);
  if (built !== undefined) return built;
  // One of them is at fault; the others are still built together.
  const middle = Math.ceil(files.length / 2);
  const halves = [await buildFlows(files.slice(0, middle), cache), await buildFlows(files.slice(middle), cache)];
  return new Map(halves.flatMap((half) => [...half]));
}

/** One build of many flows; undefined when something is wrong with one of them. */
async function buildTogether(
  files: readonly string[],
  cache: TransformCache,
): Promise<ReadonlyMap<string, SharedFlow> | undefined> {
  const used = new Map<string, Set<string>>();
  const note = (file: string, importer: string): void => {
    used.set(importer, (used.get(importer) ?? new Set()).add(file));
  };
  const record: FlowRecord = { findings: [], packages: [], note };
  const circular = new Set<string>();
  const bundle = await rollupFlows([...files], cache, record, (ids) => ids.forEach((id) => circular.add(id)));
  try {
    if (record.findings.length > 0) return undefined;
    const modules = await readModules(bundle);
    const shared = new Map<string, SharedFlow>();
    for (const file of files) {
      const own = closure(file, modules);
      const ids = [...own.keys()];
      if (ids.some((id) => circular.has(id)) || [...own.values()].some(isApart)) continue;
      const packages = new Map(record.packages.filter(({ importer }) => own.has(importer)).map((it) => [it.id, it]));
      const flow = { modules: withEntry(own.get(file)!.module, own), files: ids.sort(), packages };
      shared.set(file, { flow, noted: new Set([file, ...ids.flatMap((id) => [...(used.get(id) ?? [])])]) });
    }
    return shared;
  } finally {
    await bundle.close();
  }
}

/** A module of the author's with what it imports of them, by id. */
interface Linked {
  readonly module: FlowModule;
  readonly imports: readonly string[];
  readonly importsLater: boolean;
}

/** Writes every module as one of its own, under a name that tells nothing. */
async function readModules(bundle: RollupBuild): Promise<ReadonlyMap<string, Linked>> {
  const names = new Map<string, string>();
  const nameOf = ({ facadeModuleId: id }: PreRenderedChunk): string => {
    const name = names.get(id!) ?? `module-${names.size}.mjs`;
    names.set(id!, name);
    return name;
  };
  const { output } = await bundle.generate({
    ...OUTPUT,
    preserveModules: true,
    minifyInternalExports: false,
    entryFileNames: nameOf,
  });
  const chunks = output.filter((part) => part.type === "chunk");
  const ids = new Map(chunks.map((chunk) => [chunk.fileName, chunk.facadeModuleId!]));
  return new Map(
    chunks.map((chunk) => {
      const imports = chunk.imports.flatMap((name) => ids.get(name) ?? []);
      const importsLater = chunk.dynamicImports.some((name) => ids.has(name));
      const { code, map, fileName: name } = chunk;
      return [chunk.facadeModuleId!, { module: { name, code, map }, imports, importsLater }];
    }),
  );
}

/** A file's module and all that it leads to. */
function closure(file: string, modules: ReadonlyMap<string, Linked>): ReadonlyMap<string, Linked> {
  const found = new Map<string, Linked>();
  const queue = [file];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const linked = modules.get(next);
    if (linked === undefined || found.has(next)) continue;
    found.set(next, linked);
    queue.push(...linked.imports);
  }
  return found;
}

/**
 * Whether a module may run otherwise when it stands alone: those that wait at their top level do not wait for one another
 * then, and what is imported later must be there then.
 */
function isApart({ module, importsLater }: Linked): boolean {
  return importsLater || /\bawait\b/.test(module.code);
}

/** The modules of a flow, and one that gives its exports as one object: an export named `then` is nothing special. */
function withEntry({ name }: FlowModule, modules: ReadonlyMap<string, Linked>): readonly FlowModule[] {
  const code = `import * as exports from "./${name}";\nexport { exports };\n`;
  return [{ name: ENTRY_MODULE, code, map: null }, ...[...modules.values()].map(({ module }) => module)];
}
