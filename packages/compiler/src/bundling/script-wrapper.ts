import type { NodePath, types } from "@babel/core";

/** The function that Rollup puts around all of a script: `var f = (function (fs, path) { … })(fs, path);`. */
export function wrapperOf(program: NodePath<types.Program>): NodePath<types.FunctionExpression> | undefined {
  const [statement] = program.get("body");
  if (statement?.isVariableDeclaration() !== true) return undefined;
  const call = statement.get("declarations")[0]?.get("init") as NodePath | undefined;
  const callee = call?.isCallExpression() === true ? call.get("callee") : undefined;
  return callee?.isFunctionExpression() === true ? callee : undefined;
}
