import { readFileSync } from "node:fs";
import type { OutputChunk } from "rollup";
import type { Place } from "@espalier/jsx/tree";
import type { FunctionTag } from "@espalier/jsx";
import type { Finding } from "../finding.ts";
import { importPlace } from "../modules/import-place.ts";
import { missingModuleHint } from "../modules/missing-module.ts";
import { moduleNames } from "../modules/module-names.ts";
import { createPlaceFinder, type PositionMap } from "../modules/original-place.ts";
import { isInstalled } from "../modules/resolution.ts";
import { authorImport, filesIn, packageOf } from "./author-place.ts";
import { outsideOf, type Use } from "./free-names.ts";
import { type LoadFailure, loadFailure } from "./load-program.ts";
import { partialPackages } from "./partial-packages.ts";
import { importersOf, type ProgramRecord } from "./program-plugin.ts";
import { forbiddenGlobalHint, isSandboxGlobal, isWorking } from "./sandbox-globals.ts";

const NO_MODULES = "A program computes its result from its parameters: it has no files, network or processes.";
const NO_ELEMENTS =
  "A program is a function of its parameters: it gets what bindings stand for as arguments. Leave elements, `Input`, `schema` and `text` to the workflow, and keep the data that both need in a file of its own.";

/** A program as Rollup gives it, before anybody has looked at what is in it. */
export interface DraftProgram {
  readonly tag: FunctionTag;
  readonly chunk: OutputChunk;
  /** Source map of the chunk; its sources are absolute. */
  readonly map: PositionMap;
  readonly record: ProgramRecord;
}

/** A use of something outside, with where it was written; nowhere when Rollup or we added it. */
export interface PlacedUse extends Use {
  readonly place: Place | undefined;
}

/** Finds everything in a program that is not there where it runs, at the author's place. Without errors it can run. */
export function checkProgram(draft: DraftProgram): readonly Finding[] {
  const { chunk } = draft;
  const placeOf = createPlaceFinder(draft.map);
  const { uses, imports } = outsideOf(chunk.code);
  const placed = uses.map((use): PlacedUse => ({ ...use, place: placeOf(use.line, use.column) }));
  const imported = chunk.imports.map((id, index) => {
    const use = imports[index];
    return importFinding(draft, id, use && { ...use, place: placeOf(use.line, use.column) });
  });
  const used = new Map<string, Finding>();
  for (const use of placed) {
    const known = use.kind === "import" ? `import ${use.line}:${use.column}` : use.name;
    // An import that stays outside is a free name in the script as well; it has been reported by its module.
    if (used.has(known) || (use.when === "load" && isHandedOver(use, chunk)) || isAllowed(use)) continue;
    used.set(known, useFinding(draft, use));
  }
  const errors = [...imported, ...used.values()];
  if (errors.length > 0) return errors;
  const failure = loadFailure(chunk.code);
  if (failure !== undefined) return [loadFinding(draft, failure, placeOf(failure.line, failure.column))];
  return partialPackages(draft, placed);
}

/** Whether a use is that of an import by the script's last line, `})(fs, path);`. */
function isHandedOver({ line }: Use, { code, imports }: OutputChunk): boolean {
  return imports.length > 0 && line === code.trimEnd().split("\n").length;
}

function isAllowed({ kind, name, when, isTried, place }: PlacedUse): boolean {
  if (kind === "global" && isSandboxGlobal(name) && !isWorking(name)) return true;
  if (place === undefined) return true;
  if (!isInstalled(place.file)) return false;
  // In a package: what the sandbox has may be used, and what is not certain to be called may be there.
  if (isWorking(name) || isTried) return true;
  if (kind === "global" && when === "load" && isSandboxGlobal(name.split(".")[0] ?? "")) return true;
  return when === "perhaps";
}

function importFinding(draft: DraftProgram, id: string, use: PlacedUse | undefined): Finding {
  const { record, chunk, tag } = draft;
  const found = authorImport(id, record, filesIn(chunk));
  const through = found === undefined || found.specifier === id ? "" : ` (through "${found.specifier}")`;
  const place = found?.place ?? tag;
  if (/^@espalier\/jsx(\/|$)/.test(id)) {
    const message = `"${tag.name}" uses "@espalier/jsx", which describes workflows and is not there when a program runs.`;
    return finding("forbidden-import", message, NO_ELEMENTS, use?.place ?? place);
  }
  if (record.missing.has(id) || record.inPackages.missing.has(id)) {
    const message = `"${id}" cannot be found${through}.`;
    const importer = importersOf(id, record)[0]?.importer ?? tag.file;
    return finding("forbidden-import", message, missingModuleHint(id, importer), place);
  }
  const message = `"${tag.name}" uses "${id}"${through}, which no program can.`;
  const forbidden = finding("forbidden-import", message, NO_MODULES, place);
  const inside = importersOf(id, record).find(({ importer }) => isInstalled(importer));
  if (through === "" && use?.when === "load" && use.place !== undefined) {
    return {
      ...forbidden,
      related: [{ message: "This runs with the program, before its function.", place: use.place }],
    };
  }
  if (through === "" || inside === undefined) return forbidden;
  const where = importPlace(inside.importer, readFileSync(inside.importer, "utf8"), inside.specifier);
  return { ...forbidden, related: [{ message: `In the package "${packageOf(inside.importer)}".`, place: where }] };
}

function useFinding(draft: DraftProgram, use: PlacedUse): Finding {
  const { tag } = draft;
  if (use.kind === "import") {
    const what = use.name === "" ? "`import(…)`" : `\`import("${use.name}")\``;
    const hint = "Use `import` at the top of the file; what is not needed is left out.";
    return withPlace(draft, "forbidden-import", `"${tag.name}" uses ${what}, which no program can.`, hint, use.place);
  }
  const why = isWorking(use.name) ? "which a program must not" : "which programs do not have";
  const message = `"${tag.name}" uses \`${use.name}\`, ${why}.`;
  return withPlace(draft, "forbidden-global", message, globalHint(use), use.place);
}

function globalHint({ name, place }: PlacedUse): string {
  const isType = place !== undefined && !isInstalled(place.file) && moduleNames(place.file).types.includes(name);
  return isType ? `\`${name}\` is a type, and no value when the program runs.` : forbiddenGlobalHint(name);
}

function loadFinding(draft: DraftProgram, { message, missing }: LoadFailure, place: Place | undefined): Finding {
  const { tag } = draft;
  if (missing !== undefined && !isSandboxGlobal(missing)) {
    return useFinding(draft, {
      kind: "global",
      name: missing,
      when: "load",
      isTried: false,
      line: 1,
      column: 1,
      place,
    });
  }
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return withPlace(
    draft,
    "not-a-program",
    `"${tag.name}" fails where it runs before it is called: ${sentence}`,
    "What stands at the top level of the files and packages that the function uses runs with it, in a sandbox that has only the language.",
    place,
  );
}

/** What is wrong inside a package is reported where the author brings that package in. */
export function withPlace(
  draft: DraftProgram,
  code: string,
  message: string,
  hint: string,
  place: Place | undefined,
): Finding {
  if (place === undefined || !isInstalled(place.file)) return finding(code, message, hint, place ?? draft.tag);
  const found = authorImport(place.file, draft.record, filesIn(draft.chunk));
  const related = [{ message: `In the package "${packageOf(place.file)}".`, place }];
  return { ...finding(code, message, hint, found?.place ?? draft.tag), related };
}

function finding(code: string, message: string, hint: string, { file, line, column }: Place): Finding {
  return { code, message, hint, place: { file, line, column } };
}
