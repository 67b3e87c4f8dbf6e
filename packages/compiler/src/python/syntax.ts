import type { SyntaxNode, Tree } from "@lezer/common";
import type { Finding } from "../finding.ts";
import type { Source } from "./source.ts";

const MAX_FINDINGS = 10;

/** What the parser could not read. One mistake often upsets what follows, so only the first of a statement is told. */
export function syntaxErrors(source: Source, tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (let statement = tree.topNode.firstChild; statement; statement = statement.nextSibling) {
    const at = firstError(statement);
    if (at !== undefined)
      findings.push({ code: "python-syntax", message: describe(source, at), place: source.placeAt(at) });
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

function firstError(statement: SyntaxNode): number | undefined {
  let found: number | undefined;
  statement.cursor().iterate((node) => {
    if (node.type.isError) found ??= node.from;
    return found === undefined;
  });
  return found;
}

function describe(source: Source, at: number): string {
  const rest = source.text.slice(at, at + 200);
  const [token] = /^[^\S\n]*([\p{L}\p{N}_]+|[^\s])/u.exec(rest) ?? [];
  if (token !== undefined) return `Python cannot read this: ${JSON.stringify(token.trim())} is not expected here.`;
  return `Python cannot read this: something is missing at the end of the ${rest.trim() === "" && at + 200 >= source.text.length ? "file" : "line"}.`;
}
