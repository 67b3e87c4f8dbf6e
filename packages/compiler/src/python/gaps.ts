import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "./tree.ts";

/**
 * Whether an error node marks correct Python that the grammar does not know, and that leaves the rest of the tree as it
 * should be: `yield` alone, `@a(1).b`, `lambda x, /: …`, `a[*b]`, `a += *b, c`, `*a: *b`, `[… for a, *b in …]`.
 */
export function isGap(text: string, error: SyntaxNode): boolean {
  const { parent, prevSibling: previous } = error;
  const missing = error.from === error.to;
  switch (parent?.name) {
    case "YieldStatement":
    case "YieldExpression":
      return (
        missing && !error.nextSibling && childrenOf(parent).every(({ name, type }) => name === "yield" || type.isError)
      );
    case "Decorator":
      return previous?.name === "ArgList" && /^\.\w+$/.test(text.slice(error.from, error.to));
    case "ParamList":
      return parent.parent?.name === "LambdaExpression" && text.slice(error.from, error.to) === "/";
    case "MemberExpression":
      return isStar(text, error) && (previous?.name === "[" || previous?.name === ",");
    case "UpdateStatement":
      return isStar(text, error) && previous?.name === "UpdateOp" && hasComma(error);
    case "TypeDef":
      return isStar(text, error) && isListParameter(parent);
    case "ForStatement":
    case "ArgList":
    case "ComprehensionExpression":
    case "ArrayComprehensionExpression":
    case "SetComprehensionExpression":
    case "DictionaryComprehensionExpression":
      return isStar(text, error) && (previous?.name === "," || (previous?.name === "for" && hasComma(error)));
    default:
      return false;
  }
}

function isStar(text: string, error: SyntaxNode): boolean {
  return text.slice(error.from, error.to) === "*" && /^\*\s*[\w([]/.test(text.slice(error.from, error.from + 10));
}

/** `*args: *Ts` */
function isListParameter({ prevSibling: name, parent }: SyntaxNode): boolean {
  return parent?.name === "ParamList" && name?.name === "VariableName" && name.prevSibling?.name === "*";
}

function hasComma(error: SyntaxNode): boolean {
  for (let next = error.nextSibling; next && next.name !== "in"; next = next.nextSibling) {
    if (next.name === ",") return true;
  }
  return false;
}
