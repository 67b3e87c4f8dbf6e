import { SourceMap } from "node:module";
import type { Place } from "@espalier/jsx/tree";

/** The parts of a source map that positions are found by. */
export interface PositionMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** Finds where the author wrote what stands at a line and column (both from 1) of generated code. */
export function createPlaceFinder(map: PositionMap): (line: number, column: number) => Place | undefined {
  const positions = new SourceMap({
    version: map.version,
    sources: [...map.sources],
    names: [...map.names],
    mappings: map.mappings,
    file: "",
    sourceRoot: "",
    sourcesContent: [],
  });
  return (line, column) => {
    const entry = positions.findEntry(line - 1, column - 1);
    if (!("originalSource" in entry)) return undefined;
    return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
}
