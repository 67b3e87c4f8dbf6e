import { statSync } from "node:fs";
import type { FunctionTag } from "@espalier/jsx";
import type { OutputChunk } from "rollup";
import type { Finding } from "../finding.ts";
import { isInstalled } from "../modules/resolution.ts";
import { authorImport, filesIn, packageOf } from "./author-place.ts";
import { fileOf, type ProgramRecord } from "./program-plugin.ts";

/** A program is read anew for each call; above this many bytes that takes longer than most programs run. */
const LARGE_BYTES = 250_000;
const SHOWN = 3;
/** The share of a program below which a part is not worth a line. */
const SHARE = 0.05;

/** A package or a file of the author's, with what it has in a program. */
interface Part {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** Warns of a program that is large, with what makes it so. Only what is in the program counts. */
export function largeProgram(tag: FunctionTag, chunk: OutputChunk, record: ProgramRecord): readonly Finding[] {
  const bytes = Buffer.byteLength(chunk.code);
  if (bytes <= LARGE_BYTES) return [];
  const used = filesIn(chunk);
  const placed = partsOf(chunk)
    .filter((part) => part.bytes >= SHARE * bytes)
    .slice(0, SHOWN)
    .map((part) => ({ part, place: authorImport(part.file, record, used)?.place ?? placeOf(tag) }));
  return [
    {
      code: "large-program",
      message: `The program "${tag.name}" has ${kilobytes(bytes)} of code.`,
      hint: "Import the function that you need by itself, as in `lodash/groupBy` for `lodash`, or take a smaller package. Large data is better an input.",
      place: placed[0]?.place ?? placeOf(tag),
      related: placed.map(({ part, place }) => ({ message: `${part.name} is ${kilobytes(part.bytes)} of it.`, place })),
    },
  ];
}

/** What a program consists of, heaviest first. */
function partsOf(chunk: OutputChunk): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
    const file = fileOf(id);
    if (renderedLength === 0 || statSync(file, { throwIfNoEntry: false }) === undefined) continue;
    const name = isInstalled(file) ? `The package "${packageOf(file)}"` : `"${file.split(/[\\/]/).at(-1)}"`;
    const key = isInstalled(file) ? name : file;
    const known = parts.get(key);
    parts.set(key, { name, file: known?.file ?? file, bytes: (known?.bytes ?? 0) + renderedLength });
  }
  return [...parts.values()].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

function placeOf({ file, line, column }: FunctionTag) {
  return { file, line, column };
}
