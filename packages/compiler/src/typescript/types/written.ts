import type ts from "typescript";
import type { Checked } from "../typescript.ts";

/**
 * A type as it is written, beside the type itself. `type Email = string` leaves no trace in the type of a property of type
 * `Email`, so what its JSDoc says is found by following the names that the author wrote.
 */
export interface Written {
  /** The aliases that were followed, the outermost first. */
  readonly aliases: readonly ts.Symbol[];
  /** What the last of them stands for. */
  readonly node: ts.TypeNode | undefined;
}

/** Follows parentheses, `readonly` and names of aliases. */
export function followAliases({ ts, checker }: Checked, start: ts.TypeNode | undefined): Written {
  const aliases: ts.Symbol[] = [];
  let node = start;
  while (node !== undefined) {
    if (ts.isParenthesizedTypeNode(node)) node = node.type;
    else if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) node = node.type;
    else if (ts.isTypeReferenceNode(node)) {
      const alias = aliasNamed({ ts, checker }, node.typeName);
      if (alias === undefined || aliases.includes(alias)) break;
      aliases.push(alias);
      const declaration = alias.declarations?.find(ts.isTypeAliasDeclaration);
      // Inside a generic alias, names stand for its parameters.
      node = declaration?.typeParameters === undefined ? declaration?.type : undefined;
    } else break;
  }
  return { aliases, node };
}

/** How the elements of a list are written: `T` in `T[]`, `Array<T>` and `ReadonlyArray<T>`. */
export function elementNode(ts: Checked["ts"], node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (node === undefined) return undefined;
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return undefined;
  return /^(?:Readonly)?Array$/.test(node.typeName.text) ? node.typeArguments?.[0] : undefined;
}

/** How the one thing in a union beside `null` and `undefined` is written. */
export function soleMemberNode(ts: Checked["ts"], node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (node === undefined || !ts.isUnionTypeNode(node)) return node;
  const members = node.types.filter((member) => !isNothing(ts, member));
  return members.length === 1 ? members[0] : undefined;
}

function isNothing(ts: Checked["ts"], node: ts.TypeNode): boolean {
  if (node.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

function aliasNamed({ ts, checker }: Pick<Checked, "ts" | "checker">, name: ts.EntityName): ts.Symbol | undefined {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeAlias) !== 0 ? symbol : undefined;
}
