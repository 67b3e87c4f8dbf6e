import type { SyntaxNode } from "@lezer/common";
import { readExpression } from "./expression.ts";
import { qualifiedName } from "./lookup.ts";
import type { Scope } from "./scope.ts";
import { childrenOf } from "./tree.ts";

/** The full name of a decorator, such as `functools.cache`; nothing when it is no name, or one of the file itself. */
export function decoratorName(scope: Scope, decorator: SyntaxNode): string | undefined {
  const [first, ...rest] = childrenOf(decorator).filter((child) => child.name === "VariableName");
  const base = first && qualifiedName(scope, readExpression(scope.source, first));
  if (base === undefined) return undefined;
  return [base, ...rest.map((part) => scope.source.text.slice(part.from, part.to))].join(".");
}
