import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import { bridges } from "./bridges/bridges.ts";
import type { Edit } from "./bridges/edit.ts";
import { isGap } from "./gaps.ts";

/** A parsed file. */
export interface ParsedFile {
  readonly tree: Tree;
  /** The text that the tree is of: as long as the original, and the same wherever the grammar knows what stands there. */
  readonly text: string;
  /** Where the parser could not go on, first of each statement at the top level. */
  readonly errors: readonly number[];
}

/** Statements inside statements may hide behind each other's mistakes; more rounds than this nobody needs. */
const MAX_ROUNDS = 4;

/** Parses an expression or a file. Never fails: what cannot be read becomes error nodes. */
export function parsePython(text: string): Tree {
  return parser.parse(text);
}

/**
 * Parses a file. The grammar lacks a few forms that Python has; they are written over with others of the same length,
 * so that offsets into the tree are offsets into `text`.
 */
export function parseFile(text: string): ParsedFile {
  let bridged = text;
  for (let round = 0; ; round += 1) {
    const tree = parser.parse(bridged);
    const edits = round < MAX_ROUNDS ? bridges(bridged, tree) : [];
    if (edits.length === 0) return { tree, text: bridged, errors: errorsOf(bridged, tree) };
    bridged = applyEdits(bridged, edits);
  }
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, replacement } of [...edits].sort((a, b) => a.from - b.from)) {
    if (from < end) continue;
    parts.push(text.slice(end, from), replacement);
    end = from + replacement.length;
  }
  return parts.join("") + text.slice(end);
}

function errorsOf(text: string, tree: Tree): number[] {
  const errors: number[] = [];
  for (let statement = tree.topNode.firstChild; statement; statement = statement.nextSibling) {
    const error = firstError(text, statement);
    if (error !== undefined) errors.push(error);
  }
  return errors;
}

function firstError(text: string, statement: SyntaxNode): number | undefined {
  let found: number | undefined;
  statement.cursor().iterate((node: SyntaxNodeRef) => {
    if (node.type.isError && !isGap(text, node.node)) found ??= node.from;
    return found === undefined;
  });
  return found;
}
