import type { ProgramFrame } from "@espalier/client";
import type { SourceMap as BundleMap } from "@espalier/compiler";
import { SourceMap } from "node:module";

type ProgramMap = BundleMap["programs"][string];

/** Where a frame of a program stands in the author's files: `rules.ts:12:7`. Undefined when the map does not say. */
export function authorPlace(map: ProgramMap | undefined, frame: ProgramFrame): string | undefined {
  if (map === undefined) return undefined;
  // A Python program is the whole text of its file: there is nothing to map but the name.
  if (map.mappings === "") return map.sources[0] === undefined ? undefined : `${map.sources[0]}:${frame.line}`;
  const payload = { ...map, file: "", sourceRoot: "", sourcesContent: [] };
  const found = new SourceMap({ ...payload, sources: [...map.sources], names: [...map.names] }).findEntry(
    frame.line - 1,
    (frame.column ?? 1) - 1,
  );
  // The nearest entry may stand in a line before: then nothing is known of this one.
  if (!("originalSource" in found) || found.generatedLine !== frame.line - 1) return undefined;
  return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

/** A frame with its place, as far as it is known. */
export interface PlacedFrame {
  readonly frame: ProgramFrame;
  readonly place: string | undefined;
}

/** Frames of a program in the author's files, innermost first. */
export function placeFrames(map: ProgramMap | undefined, frames: readonly ProgramFrame[]): readonly PlacedFrame[] {
  return frames.map((frame) => ({ frame, place: authorPlace(map, frame) }));
}

/** The innermost frame in a file of the author's own, rather than in a package that it calls. */
export function innermostOwn(frames: readonly PlacedFrame[]): PlacedFrame | undefined {
  return frames.find(({ place }) => place !== undefined && !/(?:^|\/)node_modules\//.test(place));
}

/** What a frame is called among people. */
export function frameName({ function: name }: ProgramFrame): string {
  return name === "<program>" ? "at the top level" : `in ${name}`;
}
