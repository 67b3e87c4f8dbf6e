import type { OutputChunk } from "rollup";
import type { Place } from "@espalier/jsx/tree";
import type { FunctionTag } from "@espalier/jsx";
import type { Finding } from "../finding.ts";
import { missingModuleHint } from "../modules/missing-module.ts";
import { createPlaceFinder, type PositionMap } from "../modules/original-place.ts";
import { isInstalled } from "../modules/resolution.ts";
import { type AuthorImport, authorImport, packageOf } from "./author-place.ts";
import { freeNames, type Use } from "./free-names.ts";
import { fileOf, type ProgramRecord } from "./program-plugin.ts";
import { forbiddenGlobalHint, isSandboxGlobal, isTolerable } from "./sandbox-globals.ts";

const NO_MODULES = "A program computes its result from its parameters: it has no files, network or processes.";

/** A program as Rollup gives it, before anybody has looked at what is in it. */
export interface DraftProgram {
  readonly tag: FunctionTag;
  readonly chunk: OutputChunk;
  /** Source map of the chunk; its sources are absolute. */
  readonly map: PositionMap;
  readonly record: ProgramRecord;
}

/** Finds everything in a program that is not there where it runs, at the author's place. Empty when it can run. */
export async function checkProgram(draft: DraftProgram): Promise<readonly Finding[]> {
  const { chunk } = draft;
  const imported = chunk.imports.map((id) => importFinding(draft, id));
  // An import that stays outside is a free name in the script as well; it has been reported by its module.
  const parameters = new Set(imported.length > 0 ? argumentsOf(chunk.code) : []);
  const placeOf = createPlaceFinder(draft.map);
  const used = new Map<string, Finding>();
  for (const use of await freeNames(chunk.code)) {
    const place = placeOf(use.line, use.column);
    const known = use.kind === "import" ? `import ${use.line}:${use.column}` : use.name;
    if (used.has(known) || parameters.has(use.name) || isAllowed(use, place)) continue;
    used.set(known, useFinding(draft, use, place));
  }
  return [...imported, ...used.values()];
}

function isAllowed({ kind, name, deferred }: Use, place: Place | undefined): boolean {
  if (kind === "import") return false;
  return isSandboxGlobal(name) || (deferred && place !== undefined && isInstalled(place.file) && isTolerable(name));
}

function importFinding(draft: DraftProgram, id: string): Finding {
  const { record, chunk } = draft;
  const found = authorImport(id, record, filesIn(chunk));
  const through = found === undefined || found.specifier === id ? "" : ` (through "${found.specifier}")`;
  const place = found?.place ?? draft.tag;
  if (record.missing.has(id)) {
    const message = `"${id}" cannot be found${through}.`;
    const importer = record.importers.get(id)?.[0]?.importer ?? draft.tag.file;
    return finding("forbidden-import", message, missingModuleHint(id, importer), place);
  }
  return finding(
    "forbidden-import",
    `"${draft.tag.name}" uses "${id}"${through}, which no program can.`,
    NO_MODULES,
    place,
  );
}

function useFinding(draft: DraftProgram, use: Use, place: Place | undefined): Finding {
  const { tag } = draft;
  if (use.kind === "import") {
    const what = use.name === "" ? "`import(…)`" : `\`import("${use.name}")\``;
    const hint = "Use `import` at the top of the file; what is not needed is left out.";
    return withPlace(draft, "forbidden-import", `"${tag.name}" uses ${what}, which no program can.`, hint, place);
  }
  const hint = forbiddenGlobalHint(use.name);
  return withPlace(
    draft,
    "forbidden-global",
    `"${tag.name}" uses \`${use.name}\`, which programs do not have.`,
    hint,
    place,
  );
}

/** The files that have something in the program. */
function filesIn(chunk: OutputChunk): ReadonlySet<string> {
  return new Set(Object.keys(chunk.modules).map(fileOf));
}

/** What is wrong inside a package is reported where the author brings that package in. */
function withPlace(
  draft: DraftProgram,
  code: string,
  message: string,
  hint: string,
  place: Place | undefined,
): Finding {
  if (place === undefined || !isInstalled(place.file)) return finding(code, message, hint, place ?? draft.tag);
  const found: AuthorImport | undefined = authorImport(place.file, draft.record, filesIn(draft.chunk));
  const related = [{ message: `In the package "${packageOf(place.file)}".`, place }];
  return { ...finding(code, message, hint, found?.place ?? draft.tag), related };
}

function finding(code: string, message: string, hint: string, { file, line, column }: Place): Finding {
  return { code, message, hint, place: { file, line, column } };
}

/** The names that Rollup passes to a script for what stays outside: `})(fs, path);`. */
function argumentsOf(code: string): string[] {
  return /\}\)\(([^()]*)\);\s*$/.exec(code)?.[1]?.split(/,\s*/) ?? [];
}
