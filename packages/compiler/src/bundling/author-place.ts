import { readFileSync } from "node:fs";
import type { Place } from "@espalier/jsx/tree";
import { importPlace } from "../modules/import-place.ts";
import { isInstalled } from "../modules/resolution.ts";
import type { OutputChunk } from "rollup";
import { fileOf, type ImportEdge, importersOf, type ProgramRecord } from "./program-plugin.ts";

/** An import in the author's own code that leads to a module, perhaps through packages. */
export interface AuthorImport {
  /** What the author imports there. */
  readonly specifier: string;
  readonly place: Place;
}

/**
 * Finds the import in the author's own code that brings a module in, one of a file with something in the program where
 * there is one (`used`); a file that only passes on what it imports has nothing in it.
 */
export function authorImport(id: string, record: ProgramRecord, used: ReadonlySet<string>): AuthorImport | undefined {
  const seen = new Set([id]);
  const queue = [id];
  const own: ImportEdge[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const edge of importersOf(next, record)) {
      if (!isInstalled(edge.importer)) own.push(edge);
      else if (!seen.has(edge.importer)) queue.push(edge.importer);
      seen.add(edge.importer);
    }
  }
  const edge = own.find(({ importer }) => used.has(importer)) ?? own[0];
  return edge === undefined ? undefined : placed(edge);
}

/** The files that have something in the program. */
export function filesIn(chunk: OutputChunk): ReadonlySet<string> {
  return new Set(Object.keys(chunk.modules).map(fileOf));
}

/** The name of the package that an installed file belongs to. */
export function packageOf(file: string): string {
  const inside = file.slice(file.lastIndexOf("node_modules") + "node_modules/".length).split(/[\\/]/);
  return inside[0]?.startsWith("@") === true ? `${inside[0]}/${inside[1]}` : (inside[0] ?? file);
}

function placed({ specifier, importer }: ImportEdge): AuthorImport {
  return { specifier, place: importPlace(importer, readFileSync(importer, "utf8"), specifier) };
}
