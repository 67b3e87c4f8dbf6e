import type { SyntaxNode, Tree } from "@lezer/common";
import { readParameters } from "../parameters.ts";
import type { Source } from "../source.ts";
import { childrenOf, identifier } from "../tree.ts";
import { COMPREHENSIONS, isGenerator } from "./comprehensions.ts";
import type { Mistake } from "./rule.ts";

/** What names a function, a class or the file itself holds. */
interface Scope {
  readonly isFunction: boolean;
  readonly parent: Scope | undefined;
  readonly parameters: Set<string>;
  /** Where a name is first used. */
  readonly used: Map<string, number>;
  /** Names that are used, or that something inside may bind: a comprehension, an import. */
  readonly mentioned: Set<string>;
}

interface Declared {
  readonly word: "global" | "nonlocal";
  readonly name: string;
  readonly offset: number;
  readonly scope: Scope;
}

const SCOPES = new Set(["FunctionDefinition", "ClassDefinition"]);
/** Where names stand that are not those of the function around, or not at that point. */
const OTHER = new Set([...COMPREHENSIONS, "LambdaExpression", "ImportStatement", "TypeParamList"]);

/** `global` and `nonlocal` come before what they are about, and `nonlocal` names something of a function around. */
export function checkNames(source: Source, tree: Tree): Mistake[] {
  const declared: Declared[] = [];
  let scope = createScope(undefined, false);
  let others = 0;
  tree.iterate({
    enter({ name, node }) {
      if (SCOPES.has(name)) scope = enterDefinition(source, scope, node);
      else if (isOther(node)) others += 1;
      else if (name === "ParamList") return false;
      else if (name === "ScopeStatement") {
        declared.push(...readDeclared(source, scope, node));
        return false;
      } else if (name === "VariableName" && !isKeyword(node) && !SCOPES.has(node.parent?.name ?? "")) {
        mention(source, scope, node, others === 0);
      }
      return true;
    },
    leave({ name, node }) {
      if (SCOPES.has(name)) scope = scope.parent ?? scope;
      else if (isOther(node)) others -= 1;
    },
  });
  return declared.flatMap((each) => check(each) ?? []);
}

function isOther(node: SyntaxNode): boolean {
  return OTHER.has(node.name) || isGenerator(node);
}

/** The name in `f(name=1)`. */
function isKeyword({ parent, nextSibling }: SyntaxNode): boolean {
  return parent?.name === "ArgList" && nextSibling?.name === "AssignOp";
}

function createScope(parent: Scope | undefined, isFunction: boolean): Scope {
  return { isFunction, parent, parameters: new Set(), used: new Map(), mentioned: new Set() };
}

function enterDefinition(source: Source, parent: Scope, node: SyntaxNode): Scope {
  const name = node.getChild("VariableName");
  if (name) mention(source, parent, name, true);
  const scope = createScope(parent, node.name === "FunctionDefinition");
  const list = node.getChild("ParamList");
  if (list) for (const parameter of readParameters(source, list).parameters) scope.parameters.add(parameter.name);
  return scope;
}

function mention(source: Source, { mentioned, used }: Scope, node: SyntaxNode, isUse: boolean): void {
  const name = identifier(source, node);
  mentioned.add(name);
  if (isUse && !used.has(name)) used.set(name, node.from);
}

function readDeclared(source: Source, scope: Scope, node: SyntaxNode): Declared[] {
  const [word, ...names] = childrenOf(node);
  if (word?.name !== "global" && word?.name !== "nonlocal") return [];
  const kind = word.name;
  return names
    .filter((child) => child.name === "VariableName")
    .map((child) => ({ word: kind, name: identifier(source, child), offset: child.from, scope }));
}

function check({ word, name, offset, scope }: Declared): Mistake | undefined {
  const quoted = JSON.stringify(name);
  if (scope.parameters.has(name)) return { offset, message: `${quoted} is a parameter, so it cannot be ${word}.` };
  const used = scope.used.get(name);
  if (used !== undefined && used < offset) return { offset, message: `${quoted} is used before it is made ${word}.` };
  if (word === "global" || isBoundAround(scope, name)) return undefined;
  return { offset, message: `No function around this one has a variable ${quoted}.` };
}

function isBoundAround(scope: Scope, name: string): boolean {
  for (let around = scope.parent; around; around = around.parent) {
    if (around.isFunction && (around.mentioned.has(name) || around.parameters.has(name))) return true;
  }
  return false;
}
