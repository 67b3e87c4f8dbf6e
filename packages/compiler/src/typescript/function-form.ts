import type ts from "typescript";
import type { Finding } from "../finding.ts";
import type { FoundFunction } from "./find-node.ts";
import { placeOf } from "./places.ts";
import type { Checked, TypeScript } from "./typescript.ts";

/** What is wrong with the form of a function, its types aside: a program is plain, synchronous and called by name. */
export function formFindings(checked: Checked, label: string, found: FoundFunction): Finding[] {
  const { ts } = checked;
  const { node } = found;
  const place = placeOf(found.name);
  const findings: Finding[] = [];
  const add = (what: string, hint: string, at: ts.Node = found.name): void => {
    findings.push({
      code: "not-a-program",
      message: `"${label}" ${what}.`,
      hint,
      place: at === found.name ? place : placeOf(at),
    });
  };
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true) {
    add("is async", "Make it synchronous: a program runs in a sandbox without I/O.");
  }
  if (node.asteriskToken !== undefined) add("is a generator", "Return an array.");
  if (signatures(checked, found).some(({ typeParameters }) => typeParameters !== undefined)) {
    add("is generic", "Write the types out, in a function that calls it.");
  }
  if (signatures(checked, found).length > 1) add("is overloaded", "Write one signature; unions may say the rest.");
  const usesThis = findThis(ts, node);
  if (usesThis !== undefined) add('uses "this"', "Pass the value as a parameter.", usesThis);
  for (const parameter of node.parameters) addParameter(ts, node, parameter, add);
  return findings;
}

function addParameter(
  ts: TypeScript,
  node: FoundFunction["node"],
  parameter: ts.ParameterDeclaration,
  add: (what: string, hint: string, at?: ts.Node) => void,
): void {
  if (parameter.dotDotDotToken !== undefined) add("has a rest parameter", "Take an array as a parameter.", parameter);
  else if (!ts.isIdentifier(parameter.name)) {
    const hint = "Take one object apart, or name each parameter.";
    if (node.parameters.length > 1)
      add("takes one of several parameters apart, which leaves it without a name", hint, parameter);
  } else if (parameter.name.text === "__proto__")
    add('has a parameter named "__proto__"', "Choose another name.", parameter);
}

/** The signatures that a caller sees: of the variable when one holds the function, of all its declarations otherwise. */
function signatures({ checker }: Checked, { name, node, variable }: FoundFunction): readonly ts.Signature[] {
  const own = checker.getSignatureFromDeclaration(node);
  const isNamed = variable !== undefined || name !== node;
  const seen = isNamed ? checker.getTypeAtLocation(name).getCallSignatures() : [];
  return seen.length > 0 ? seen : own === undefined ? [] : [own];
}

/** The first `this` that belongs to the function, or its declaration as a parameter. */
function findThis(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  return ts.forEachChild(node, (child): ts.Node | undefined => {
    if (child.kind === ts.SyntaxKind.ThisKeyword) return child;
    if (ts.isParameter(child) && ts.isIdentifier(child.name) && child.name.text === "this") return child;
    const hasItsOwn = ts.isFunctionLike(child) && !ts.isArrowFunction(child);
    return hasItsOwn || ts.isClassLike(child) || ts.isTypeNode(child) ? undefined : findThis(ts, child);
  });
}
