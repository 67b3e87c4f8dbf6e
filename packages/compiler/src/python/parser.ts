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

function errorsOf(text: string, tree: Tree): readonly number[] {
  return withoutSlips(text, errorsIn(text, tree));
}

function errorsIn(text: string, tree: Tree): number[] {
  const errors: number[] = [];
  for (let statement = tree.topNode.firstChild; statement; statement = statement.nextSibling) {
    const error = firstError(text, statement);
    if (error !== undefined) errors.push(error);
  }
  return errors;
}

/**
 * In some long files the parser stumbles where it would not if the file began there. An error is none when what is
 * before the statement is right by itself, and so is the statement.
 */
function withoutSlips(text: string, errors: readonly number[]): readonly number[] {
  let checked = 0;
  for (const [index, error] of errors.entries()) {
    if (error < checked) continue;
    const start = statementStart(text, error);
    const end = nextStatement(text, error);
    const isSlip = start > 0 && isRight(text.slice(checked, start)) && isRight(text.slice(start, end));
    if (!isSlip) return errors.slice(index);
    checked = end;
  }
  return [];
}

function isRight(text: string): boolean {
  return errorsIn(text, parser.parse(text)).length === 0;
}

const STATEMENT = /^[\p{L}_@]/u;

/** The line break before the statement at the top level that holds an offset; 0 without one. */
function statementStart(text: string, offset: number): number {
  let start = offset;
  do start = text.lastIndexOf("\n", start - 1);
  while (start > 0 && !STATEMENT.test(text.slice(start + 1, start + 3)));
  return Math.max(start, 0);
}

function nextStatement(text: string, offset: number): number {
  let end = offset;
  do end = text.indexOf("\n", end + 1);
  while (end >= 0 && !STATEMENT.test(text.slice(end + 1, end + 3)));
  return end < 0 ? text.length : end;
}

function firstError(text: string, statement: SyntaxNode): number | undefined {
  let found: number | undefined;
  statement.cursor().iterate((node: SyntaxNodeRef) => {
    if (node.type.isError && !isGap(text, node.node)) found ??= node.from;
    return found === undefined;
  });
  return found;
}
