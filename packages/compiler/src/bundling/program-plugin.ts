import { isBuiltin } from "node:module";
import { isAbsolute } from "node:path";
import type { ModuleInfo, ModuleJSON, Plugin, PluginContext, ResolvedId } from "rollup";
import type { Finding } from "../finding.ts";
import { babelFinding } from "../modules/babel-finding.ts";
import type { CompileModule } from "../modules/compile-module.ts";
import { isCompiled, isInstalled, type Resolve, type Target } from "../modules/resolution.ts";
import type { TransformCache, Transformed } from "../modules/transform-cache.ts";
import { annotatePure } from "./annotate-pure.ts";
import { dropTypeImports } from "./drop-type-imports.ts";
import { exposedName, exposeFunctions } from "./expose-functions.ts";
import { guardEffects } from "./guard-effects.ts";
import { effectsModule } from "./kept-effects.ts";
import { markEffectImports, unmarked } from "./mark-effect-imports.ts";
import { neededPart, type Outline, outlineOf } from "./outline.ts";
import { STILL, STILL_TEXT, SURROUNDINGS, SURROUNDINGS_TEXT } from "./package-surroundings.ts";

const ENTRY = "\0espalier-program";

/** What `import.meta` becomes, to be found again in what is left of the module. */
export const IMPORT_META = "__espalier_import_meta__";

/** One import, as it was written. */
export interface ImportEdge {
  readonly specifier: string;
  readonly importer: string;
}

/** Where imports lead. */
export interface ImportRecord {
  /** Who imports a module, by the module's id. */
  readonly importers: Map<string, ImportEdge[]>;
  /** Imports that lead nowhere, by what was written. */
  readonly missing: Set<string>;
}

/** What becomes known while a program is put together. */
export interface ProgramRecord extends ImportRecord {
  /** The imports in packages; the others are those of the author's own files. */
  readonly inPackages: ImportRecord;
  /** Packages that the author's own code imports, by what was written. */
  readonly packages: Set<string>;
  /** Imports of packages by the author's own code for what they do alone, with the file where they are taken in. */
  readonly effects: (ImportEdge & { readonly file: string | undefined })[];
  /** What those imports name. */
  readonly effectful: Set<string>;
  /** Files that cannot be compiled. */
  readonly findings: Finding[];
}

/** What all the programs of one call share. */
export interface ProgramContext {
  readonly resolve: Resolve;
  readonly compile: CompileModule;
  readonly cache: TransformCache;
  /** Parsed modules of packages, by their id. */
  readonly modules: Map<string, ModuleJSON>;
  /** Their imports, which are not asked for again. */
  readonly inPackages: ImportRecord;
  /** Files of functions, by what was compiled of them. */
  readonly outlines: WeakMap<Transformed, Outline | undefined>;
  /** Files of functions that something imports which they import: they are read whole. */
  readonly circular: Set<string>;
}

/** What one program is made from. */
export interface ProgramSource {
  /** The file of the function. */
  readonly file: string;
  /** The function's name, or `default`. */
  readonly name: string;
  /** The packages to look into; others stay outside. */
  readonly packages: ReadonlySet<string>;
  /** Whether clock and chance stand still while the program loads. */
  readonly isStill: boolean;
}

/**
 * The Rollup plugin that gives one function of one file as a module, compiled without places and tags, so that the
 * output is the same on every machine. What cannot be in a program stays outside, to be reported if it is still there
 * after everything unused is gone.
 */
export function programPlugin(source: ProgramSource, context: ProgramContext, record: ProgramRecord): Plugin {
  const outside = (id: string) => ({ id, external: true, moduleSideEffects: false }) as const;
  const note = (id: string, specifier: string, importer: string): void => {
    // Plugins ask again with the file that they have found; what the author wrote is known by then.
    if (isAbsolute(specifier)) return;
    const edge = { specifier, importer: fileOf(importer) };
    // Of a module that a plugin has put before one of Node's, nobody is the author.
    if (!isAbsolute(edge.importer)) return;
    const { importers } = isInstalled(importer) ? context.inPackages : record;
    const known = importers.get(fileOf(id)) ?? [];
    if (!known.some((other) => other.specifier === specifier && other.importer === edge.importer))
      importers.set(fileOf(id), [...known, edge]);
  };
  /** Whether something of the same package is in the program. */
  const isTakenIn = (specifier: string): boolean =>
    [...source.packages].some((other) => packageName(other) === packageName(specifier));
  /** Modules that the author's own import for what they do: `import "./fill-the-table.ts"`. */
  const effects = new Set<string>();
  return {
    name: "espalier-program",
    async resolveId(written, importer, { attributes, custom, isEntry }) {
      const effect = unmarked(written);
      const specifier = effect ?? written;
      if (specifier === ENTRY || importer === undefined) return ENTRY;
      if (specifier === SURROUNDINGS) return `\0${SURROUNDINGS}`;
      if (specifier === STILL) return { id: `\0${STILL}`, moduleSideEffects: true };
      if (importer === ENTRY) return source.file;
      if (specifier.startsWith("espalier:effects/"))
        return `\0${importer === source.file ? source.name : ""}\0${specifier}`;
      if (specifier.startsWith("\0")) return null;
      if (isBuiltin(specifier)) {
        note(specifier, specifier, importer);
        return outside(specifier);
      }
      const target: Target = isCompiled(importer) ? context.resolve(specifier, importer) : { kind: "package" };
      if (target.kind === "source" && target.file === source.file) context.circular.add(source.file);
      if (effect !== undefined && !isTakenIn(effect)) {
        record.effects.push({ specifier, importer, file: undefined });
        return outside(written);
      }
      if (target.kind === "package" && isCompiled(importer) && effect === undefined) {
        record.packages.add(specifier);
        if (!source.packages.has(specifier)) return outside(specifier);
      }
      if (effect !== undefined) record.effectful.add(bareFile(effect));
      // The options carry what other plugins say to one another; without them circular CommonJS modules never resolve.
      const told = { attributes, ...(custom && { custom }), isEntry, skipSelf: true };
      const lookUp = () => this.resolve(specifier, importer, told);
      const found = await find(target, lookUp);
      if (found === undefined) {
        (isInstalled(importer) ? context.inPackages : record).missing.add(specifier);
        note(specifier, specifier, importer);
        return outside(specifier);
      }
      note(found.id, specifier, importer);
      if (found.external) return outside(found.id);
      // What plugins know of a module goes with it, or those that they made up are not recognized again.
      const { id, meta } = found;
      if (effect === undefined) return { id, meta };
      effects.add(fileOf(id));
      record.effects.push({ specifier, importer, file: fileOf(id) });
      return { id, meta, moduleSideEffects: true };
    },
    resolveDynamicImport(specifier) {
      return typeof specifier === "string" ? { id: specifier, external: true } : null;
    },
    load(id) {
      if (id === `\0${SURROUNDINGS}`) return { code: SURROUNDINGS_TEXT, map: { mappings: "" } };
      if (id === `\0${STILL}`) return { code: STILL_TEXT, map: { mappings: "" } };
      const [first, name, effects] = id.split("\0");
      const kept = first === "" && effects !== undefined ? effectsModule(effects, name || undefined) : undefined;
      if (kept !== undefined) return { code: kept, map: { mappings: "" } };
      // A package's file that has been read is not read again; Rollup knows its syntax tree by its text.
      if (isInstalled(id) && fileOf(id) === id) return context.modules.get(id)?.originalCode ?? null;
      if (id !== ENTRY) return null;
      const exported = source.name === "default" ? "default" : exposedName(source.name);
      const still = source.isStill ? [`import { loaded } from "${STILL}";`, "loaded();"] : ["", ""];
      return `${still[0]} export { ${exported} as default } from "espalier:program"; ${still[1]}`;
    },
    transform(text, id) {
      if (!isCompiled(id)) return null;
      try {
        const output = context.cache.get({ file: id, text, purpose: "program" }, () => compile(id, text, context));
        const part = id === source.file && !context.circular.has(id) ? partOf(output, source, context, this) : output;
        return effects.has(id) ? { ...part, moduleSideEffects: true } : part;
      } catch (error) {
        record.findings.push(babelFinding("load-failed", id, error));
        return { code: "", map: null };
      }
    },
    moduleParsed(info) {
      const { id, ast } = info;
      // Also when it comes from the cache, where it says what was right for another program.
      if (isInstalled(id)) info.moduleSideEffects = effects.has(fileOf(id)) || isEffectful(id, record);
      if (!isCompiled(id)) return;
      for (const specifier of importedForEffects(ast)) {
        const target = context.resolve(specifier, id);
        if (target.kind !== "source") continue;
        // The module may have been read already, for another import of it, or be still to come.
        effects.add(target.file);
        const known = this.getModuleInfo(target.file);
        if (known !== null) known.moduleSideEffects = true;
      }
    },
    resolveImportMeta: () => IMPORT_META,
  };
}

/** Who imports a module. */
export function importersOf(id: string, { importers, inPackages }: ProgramRecord): readonly ImportEdge[] {
  return [...(importers.get(id) ?? []), ...(inPackages.importers.get(id) ?? [])];
}

/** The file behind a name that a plugin of Rollup's made up: `\0/project/a.js?commonjs-module`. */
export function fileOf(id: string): string {
  return id.replace(/^\0|\?.*$/g, "");
}

/** Whether a module of a package is imported for what it does. Asked before its import is resolved, so it goes by names. */
export function isEffectful(id: string, record: ProgramRecord): boolean {
  return isInstalled(id) && record.effectful.has(bareFile(fileOf(id)));
}

/** `dayjs/locale/de` for an import of it, and for its file. */
function bareFile(file: string): string {
  return file
    .replace(/^.*[\\/]node_modules[\\/]/, "")
    .replace(/\.[cm]?js$/, "")
    .replaceAll("\\", "/");
}

/** The package of an import: `@scope/name` of `@scope/name/part`. */
function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function importedForEffects(ast: ModuleInfo["ast"]): string[] {
  return (ast?.body ?? []).flatMap((node) =>
    node.type === "ImportDeclaration" && node.specifiers.length === 0 ? [String(node.source.value)] : [],
  );
}

function compile(file: string, text: string, context: ProgramContext) {
  const isOwn = (specifier: string): boolean => context.resolve(specifier, file).kind === "source";
  return context.compile(file, text, {
    plugins: [
      dropTypeImports,
      exposeFunctions,
      annotatePure({ isOwn }),
      guardEffects({ isOwn }),
      markEffectImports({ isOwn }),
    ],
    dropComments: true,
  });
}

/** What a program may need of its function's file: of a file of many functions that is little. */
function partOf(output: Transformed, { name }: ProgramSource, { outlines }: ProgramContext, rollup: PluginContext) {
  if (!outlines.has(output)) outlines.set(output, outlineOf(rollup.parse(output.code), output));
  const outline = outlines.get(output);
  return outline === undefined ? output : neededPart(outline, name);
}

interface Found {
  readonly id: string;
  readonly external: boolean;
  readonly meta: ResolvedId["meta"];
}

async function find(target: Target, lookUp: () => Promise<ResolvedId | null>): Promise<Found | undefined> {
  if (target.kind === "source") return { id: target.file, external: false, meta: {} };
  if (target.kind !== "package") return undefined;
  const found = await lookUp();
  return found === null ? undefined : { id: found.id, external: found.external !== false, meta: found.meta };
}
