import type { NodePath, types } from "@babel/core";
import { wrapperOf } from "./script-wrapper.ts";

/**
 * The functions of a script that the program's own function calls by name, itself among them, or that those call. What
 * is reached by other ways (a method, a callback in a table) may never be called.
 */
export function certainFunctions(program: NodePath<types.Program>): ReadonlySet<types.Node> {
  const wrapper = wrapperOf(program);
  const last = wrapper?.get("body").get("body").at(-1);
  const returned = last?.isReturnStatement() === true ? last.get("argument") : undefined;
  const found = new Set<types.Node>();
  const queue: NodePath[] = [];
  const reach = (path: NodePath | undefined): void => {
    const reached = path?.node == null ? undefined : functionOf(path);
    if (reached === undefined || found.has(reached.node)) return;
    found.add(reached.node);
    queue.push(reached);
  };
  reach(returned as NodePath | undefined);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    next.traverse({ CallExpression: (call) => reach(call.get("callee") as NodePath) });
  }
  return found;
}

/** The function that a name stands for. */
function functionOf(path: NodePath): NodePath | undefined {
  if (path.isFunction()) return path;
  if (!path.isIdentifier()) return undefined;
  const declared = path.scope.getBinding(path.node.name)?.path;
  if (declared?.isFunctionDeclaration() === true) return declared;
  const init = declared?.isVariableDeclarator() === true ? (declared.get("init") as NodePath) : undefined;
  return init?.isFunction() === true ? init : undefined;
}
