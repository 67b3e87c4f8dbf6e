import type { NodePath, types } from "@babel/core";

/** The global that an expression names: `fetch`, `globalThis.fetch`, `globalThis["fetch"]`; empty when it names none. */
export function globalName(path: NodePath): string {
  if (path.isIdentifier()) return isFree(path) ? path.node.name : "";
  if (!path.isMemberExpression() && !path.isOptionalMemberExpression()) return "";
  return isGlobalObject(path.get("object") as NodePath) ? propertyName(path.node) : "";
}

/** Whether an expression is the global object, by its name or by that of a constant that holds it. */
export function isGlobalObject(path: NodePath): boolean {
  if (!path.isIdentifier()) return globalName(path) === "globalThis";
  if (isFree(path)) return path.node.name === "globalThis";
  const value = constantValue(path);
  return value !== undefined && isGlobalObject(value);
}

/** What the constant that an identifier names was declared as. */
export function constantValue(path: NodePath<types.Identifier>): NodePath | undefined {
  const binding = path.scope.getBinding(path.node.name);
  if (binding?.constant !== true || !binding.path.isVariableDeclarator()) return undefined;
  const init = binding.path.get("init") as NodePath;
  // `const a = a;` names itself.
  if (binding.path.node.id.type !== "Identifier" || init.node == null) return undefined;
  return init === path || path.findParent((parent) => parent === init) !== null ? undefined : init;
}

/** The name of a property where the text says it. */
export function propertyName({ property, computed }: types.MemberExpression | types.OptionalMemberExpression): string {
  if (property.type === "StringLiteral") return property.value;
  return !computed && property.type === "Identifier" ? property.name : "";
}

function isFree(path: NodePath<types.Identifier>): boolean {
  return !path.scope.hasBinding(path.node.name, true);
}
