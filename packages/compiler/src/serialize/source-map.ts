import type { Frame, Place } from "@espalier/jsx/tree";
import type { TreeNode, WorkflowTree } from "../build/tree.ts";
import type { ProgramMap } from "../bundling/bundled-function.ts";
import { relativeFile } from "../diagnostics/relative.ts";
import { programOf } from "../resolve/resolve.ts";
import type { Resolution } from "../resolve/resolution.ts";

/** Where everything in a bundle came from: the side file `<name>.map.json`. Never a part of the bundle. */
export interface SourceMap {
  readonly version: 1;
  /** The workflow's name. */
  readonly workflow: string;
  /** The digest of the bundle that it belongs to. */
  readonly digest: string;
  /** By node id. Nodes whose place is not known are there with an empty stack and no file. */
  readonly nodes: Readonly<Record<string, NodeSource>>;
  /**
   * By id of the node that runs the program: from lines of its script to the author's files. Without mappings the lines
   * are those of the one file that is named.
   */
  readonly programs: Readonly<Record<string, ProgramMap>>;
}

/** Where a node was written. File names are relative to the project's folder, with forward slashes. */
export interface NodeSource {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The author's components around it, the outermost first. */
  readonly stack: readonly FrameSource[];
}

/** One of the author's components around a node, and where it was used. */
export interface FrameSource {
  readonly component: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The side file of a bundle. */
export function sourceMap(
  tree: WorkflowTree,
  digest: string,
  ids: ReadonlyMap<TreeNode, string>,
  resolution: Resolution,
  root: string,
): SourceMap {
  const nodes: Record<string, NodeSource> = {};
  const programs: Record<string, ProgramMap> = {};
  for (const [node, id] of ids) {
    const { place, stack } = node.origin;
    nodes[id] = { ...relativePlace(place, root), stack: stack.map((frame) => frameSource(frame, root)) };
    const program = programOf(node);
    const map =
      program?.language === "python" ? wholeFile(program.file, root) : program && resolution.program(program)?.map;
    if (map !== undefined) programs[id] = map;
  }
  return { version: 1, workflow: tree.name, digest, nodes, programs };
}

/** A Python program is the whole text of its file: there is nothing to map but the name. */
function wholeFile(file: string, root: string): ProgramMap {
  return { version: 3, sources: [relativeFile(file, root)], names: [], mappings: "" };
}

function frameSource(frame: Frame, root: string): FrameSource {
  return { component: frame.component, ...relativePlace(frame.place, root) };
}

function relativePlace(place: Place | undefined, root: string) {
  if (place === undefined) return {};
  return { file: relativeFile(place.file, root), line: place.line, column: place.column };
}
