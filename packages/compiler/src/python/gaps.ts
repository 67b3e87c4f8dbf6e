import type { SyntaxNode, Tree } from "@lezer/common";
import { scanCode } from "./scan.ts";

/** Text to write over what stands at `from`; it is as long as what it replaces. */
export interface Edit {
  readonly from: number;
  readonly replacement: string;
}

/**
 * Whether an error node marks correct Python that the grammar does not know, and that leaves the rest of the tree as it
 * should be: `yield` alone, `@a(1).b`, `lambda x, /: …`, `a[*b]`, `[… for a, *b in …]`.
 */
export function isGap(text: string, error: SyntaxNode): boolean {
  const { parent, prevSibling: previous } = error;
  const missing = error.from === error.to;
  switch (parent?.name) {
    case "YieldStatement":
    case "YieldExpression":
      return missing && previous?.name === "yield" && !error.nextSibling;
    case "Decorator":
      return previous?.name === "ArgList" && /^\.\w+$/.test(text.slice(error.from, error.to));
    case "ParamList":
      return parent.parent?.name === "LambdaExpression" && text.slice(error.from, error.to) === "/";
    case "MemberExpression":
      return isStar(text, error) && (previous?.name === "[" || previous?.name === ",");
    case "ForStatement":
    case "ArgList":
    case "ComprehensionExpression":
    case "ArrayComprehensionExpression":
    case "SetComprehensionExpression":
    case "DictionaryComprehensionExpression":
      return isStar(text, error) && (previous?.name === "," || previous?.name === "for");
    default:
      return false;
  }
}

function isStar(text: string, error: SyntaxNode): boolean {
  return text.slice(error.from, error.to) === "*" && /^\*\s*[\w([]/.test(text.slice(error.from, error.from + 10));
}

/** Edits over forms that upset the grammar more than that, of which it knows a similar one. */
export function bridges(text: string, tree: Tree): Edit[] {
  const edits: Edit[] = [];
  const visited = new Set<number>();
  tree.iterate({
    enter(reference) {
      // Python 3 has no print statement: it is a name like any other.
      if (reference.name === "PrintStatement") edits.push({ from: reference.from, replacement: "prinT" });
      if (EMPTY_PATTERNS.has(reference.name)) edits.push(...bridgePattern(text, reference.node));
      if (reference.name === "MemberExpression") edits.push(...bridgeNumber(text, reference.node));
      if (!reference.type.isError) return;
      const statement = enclosingStatement(reference.node);
      if (!statement || visited.has(statement.from)) return;
      if (statement.name === "MatchStatement") edits.push(...bridgeSubject(text, statement, reference.node));
      else {
        visited.add(statement.from);
        edits.push(...bridgeWith(text, statement));
      }
    },
  });
  return edits;
}

const EMPTY_PATTERNS = new Set(["PatternArgList", "SequencePattern", "MappingPattern"]);

/** `case A():` becomes `case A  :`, and `case []:` becomes `case __:`. */
function bridgePattern(text: string, { name, from, to }: SyntaxNode): Edit[] {
  if (!/^.\s*[\])}]$/.test(text.slice(from, to))) return [];
  return [{ from, replacement: (name === "PatternArgList" ? " " : "_").repeat(to - from) }];
}

const FLOAT_END = /^\.(?![\p{L}_])|^\.[eE][-+]?\d|^\.([jJ]|if|else|and|or|in|is|for|not)(?![\p{L}\d_])/u;

/** `1.` becomes `10`, unless a name follows the point. */
function bridgeNumber(text: string, member: SyntaxNode): Edit[] {
  const number = member.firstChild;
  if (number?.name !== "Number") return [];
  const isWhole = /^[\d_]+$/.test(text.slice(number.from, number.to));
  const isFloat = FLOAT_END.test(text.slice(number.to, number.to + 6));
  return isWhole && isFloat ? [{ from: number.to, replacement: "0" }] : [];
}

/** The statement whose first line an error stands in, if it is one that the grammar has too little of. */
function enclosingStatement(error: SyntaxNode): SyntaxNode | undefined {
  for (let node = error.parent; node; node = node.parent) {
    if (node.name === "WithStatement" || node.name === "MatchStatement") return node;
    if (node.name === "Body" || node.name === "MatchBody") return undefined;
  }
  return undefined;
}

/** `match a, b:` becomes `match a+ b:`. */
function bridgeSubject(text: string, statement: SyntaxNode, error: SyntaxNode): Edit[] {
  const isComma = error.parent?.name === statement.name && text.slice(error.from, error.to) === ",";
  return isComma ? [{ from: error.from, replacement: "+" }] : [];
}

/** `with (a as b, c as d):` loses its brackets, and `with a as b.c:` gets a plain name. */
function bridgeWith(text: string, statement: SyntaxNode): Edit[] {
  const start = statement.from + text.slice(statement.from).search(/with/) + 4;
  const open = start + (/\s*/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
  if (text[open] === "(") {
    const items = withoutBrackets(text, open);
    if (items) return items;
  }
  return plainTargets(text, start);
}

function withoutBrackets(text: string, open: number): Edit[] | undefined {
  const edits: Edit[] = [{ from: open, replacement: " " }];
  let comma: number | undefined;
  let hasNames = false;
  for (const { kind, from, to, depth } of scanCode(text, open + 1)) {
    if (kind === "comment") edits.push({ from, replacement: " ".repeat(to - from) });
    if (kind !== "code") continue;
    const character = text[from] ?? "";
    if (depth < 0) {
      if (!hasNames || !/^\)\s*:/.test(text.slice(from, from + 100))) return undefined;
      if (comma !== undefined) edits.push({ from: comma, replacement: " " });
      return [...edits, { from, replacement: " " }];
    }
    if (character === "\n") edits.push({ from, replacement: " " });
    if (character === "," && depth === 0) comma = from;
    else if (character.trim() !== "") comma = undefined;
    hasNames ||= depth === 0 && /^as\b/.test(text.slice(from, from + 3)) && !/\w/.test(text[from - 1] ?? "");
  }
  return undefined;
}

function plainTargets(text: string, start: number): Edit[] {
  const edits: Edit[] = [];
  let target: number | undefined;
  for (const { kind, from, depth } of scanCode(text, start)) {
    const character = kind === "code" ? text[from] : undefined;
    const ends = depth === 0 && (character === ":" || character === "," || character === "\n");
    if (ends && target !== undefined) {
      const written = text.slice(target, from).trimEnd();
      if (!/^\w+$/.test(written)) edits.push({ from: target, replacement: "_".repeat(written.length) });
      target = undefined;
    }
    if (ends && character !== ",") break;
    if (depth === 0 && /^\sas\s/.test(text.slice(from - 1, from + 3))) target = skipSpace(text, from + 3);
  }
  return edits;
}

function skipSpace(text: string, from: number): number {
  return from + (/^[ \t]*/.exec(text.slice(from, from + 100))?.[0].length ?? 0);
}
