import type ts from "typescript";
import type { Checked } from "../typescript.ts";

const LONGEST = 60;
const DEEPEST = 3;

/**
 * The name of a type in `$defs`: `Page_Invoice` for `Page<Invoice>`. `undefined` for a type without a name. It depends on
 * names only, never on where a file lies or on what was read before.
 */
export function typeName(checked: Checked, type: ts.Type): string | undefined {
  const name = nameWithArguments(checked, type, 0);
  return name?.replaceAll(/\W+/g, "_").replace(/^_+/, "").replace(/_+$/, "").slice(0, LONGEST) || undefined;
}

/** Whether TypeScript made up the name of a symbol: `__type`, `__object`… (It writes a name of ours with one more `_`.) */
export function isAnonymous(symbol: ts.Symbol): boolean {
  return /^__(?!_)/.test(symbol.escapedName as string);
}

function nameWithArguments(checked: Checked, type: ts.Type, depth: number): string | undefined {
  if (type.aliasSymbol !== undefined) {
    return joined(checked, type.aliasSymbol.name, type.aliasTypeArguments ?? [], depth);
  }
  const symbol = type.getSymbol();
  const isList = checked.checker.isArrayType(type) || checked.checker.isTupleType(type);
  if (symbol === undefined || isAnonymous(symbol) || isList) return undefined;
  return joined(checked, symbol.name, typeArguments(checked, type), depth);
}

function joined(checked: Checked, name: string, args: readonly ts.Type[], depth: number): string {
  if (args.length === 0 || depth >= DEEPEST) return name;
  return [name, ...args.map((argument) => argumentName(checked, argument, depth + 1))].join("_");
}

function argumentName(checked: Checked, type: ts.Type, depth: number): string {
  const { checker } = checked;
  if (checker.isArrayType(type)) {
    const [element] = typeArguments(checked, type);
    return element === undefined || depth >= DEEPEST ? "list" : `${argumentName(checked, element, depth + 1)}_list`;
  }
  const named = nameWithArguments(checked, type, depth);
  if (named !== undefined) return named;
  if (type.isUnion()) return "union";
  const isPlain = (type.flags & (checked.ts.TypeFlags.Object | checked.ts.TypeFlags.Intersection)) === 0;
  return isPlain ? checker.typeToString(type) : "object";
}

function typeArguments({ ts, checker }: Checked, type: ts.Type): readonly ts.Type[] {
  if ((type.flags & ts.TypeFlags.Object) === 0) return [];
  if (((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) === 0) return [];
  // An interface passes its own `this` on as a last, hidden argument.
  const own = (type as ts.TypeReference).target.typeParameters?.length ?? 0;
  return checker.getTypeArguments(type as ts.TypeReference).slice(0, own);
}
