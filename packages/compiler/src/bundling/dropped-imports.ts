import { readFileSync } from "node:fs";
import type { FunctionTag } from "@espalier/jsx";
import type { OutputChunk } from "rollup";
import type { Finding } from "../finding.ts";
import { importPlace } from "../modules/import-place.ts";
import { filesIn } from "./author-place.ts";
import type { ProgramRecord } from "./program-plugin.ts";

/**
 * Warns of packages that a file of the program imports for what they do alone, `import "core-js/actual"`. Nobody can tell
 * whether the function depends on that; where the program uses the same package otherwise, it is taken in.
 */
export function droppedImports(tag: FunctionTag, chunk: OutputChunk, record: ProgramRecord): readonly Finding[] {
  const used = filesIn(chunk);
  return record.effects
    .filter(({ importer, file }) => used.has(importer) && (file === undefined || !used.has(file)))
    .map(({ specifier, importer }) => ({
      code: "dropped-import",
      message: `The program "${tag.name}" leaves out "${specifier}", which is imported only for what it does.`,
      hint: "If the function does not need it, move the function to a file without this import. If it does, import what it needs by name.",
      place: importPlace(importer, readFileSync(importer, "utf8"), specifier),
    }));
}
