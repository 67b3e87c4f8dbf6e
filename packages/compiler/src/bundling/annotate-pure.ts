import type { NodePath, PluginObj, types } from "@babel/core";

type Types = typeof types;
type Call = types.CallExpression | types.NewExpression | types.OptionalCallExpression;

/** What the pass must know of a module: which of its imports are the author's own files. */
export interface PureOptions {
  readonly isOwn: (specifier: string) => boolean;
}

/**
 * Marks calls into packages, Node and the environment that give a top-level `const` its value as free of effects, so
 * that a program leaves them out when it does not use that value: schemas of a library, settings read from files, and
 * workflows made by a package's helper. Calls into the author's own code are left to Rollup, which can look inside.
 */
export function annotatePure(options: PureOptions): (api: { types: Types }) => PluginObj {
  return ({ types: t }) => ({
    name: "espalier-annotate-pure",
    visitor: {
      CallExpression: (call) => mark(call, options),
      OptionalCallExpression: (call) => mark(call, options),
      NewExpression: (call) => mark(call, options),
      TaggedTemplateExpression(template) {
        if (!givesValue(template) || !isForeign(template.get("tag"), options) || waits(template)) return;
        // Rollup knows no mark for templates, so the template goes into a call.
        template.replaceWith(pureCall(t, template.node));
        template.skip();
      },
    },
  });
}

function mark(call: NodePath<Call>, options: PureOptions): void {
  if (!givesValue(call) || !isForeign(call.get("callee") as NodePath, options)) return;
  if (call.node.leadingComments?.some((comment) => /[#@]__PURE__/.test(comment.value)) === true) return;
  call.addComment("leading", "#__PURE__");
}

/** Whether an expression is evaluated with the module, for the value of a declaration or of the default export. */
function givesValue(path: NodePath): boolean {
  if (path.getFunctionParent() !== null || path.findParent((parent) => parent.isClassBody()) !== null) return false;
  const statement = path.getStatementParent();
  if (statement === null || statement.isExpressionStatement()) return false;
  const { parentPath } = statement;
  return parentPath?.isProgram() === true || parentPath?.isExportNamedDeclaration() === true;
}

/** Whether what is called comes from elsewhere: from a package, from Node, or from the environment. */
function isForeign(callee: NodePath, options: PureOptions, seen = new Set<unknown>()): boolean {
  const root = rootOf(callee);
  if (!root.isIdentifier()) return false;
  const binding = root.scope.getBinding(root.node.name);
  if (binding === undefined) return true;
  if (seen.has(binding)) return false;
  seen.add(binding);
  const { path, kind } = binding;
  if (kind === "module") {
    const declaration = path.parentPath;
    return declaration?.isImportDeclaration() === true && !options.isOwn(declaration.node.source.value);
  }
  // `const base = z.object(…); const more = base.extend(…)`: what a package made is the package's.
  if (kind !== "const" || !path.isVariableDeclarator()) return false;
  const init = path.get("init") as NodePath;
  return init.node != null && isForeign(init, options, seen);
}

/** Whether an expression contains an `await` of its own. */
function waits(path: NodePath): boolean {
  let found = false;
  path.traverse({
    Function: (inner) => inner.skip(),
    AwaitExpression: (inner) => {
      found = true;
      inner.stop();
    },
  });
  return found;
}

/** The leftmost part of `a.b(c).d`. */
function rootOf(path: NodePath): NodePath {
  let root = path;
  for (;;) {
    if (root.isMemberExpression() || root.isOptionalMemberExpression()) root = root.get("object") as NodePath;
    else if (root.isCallExpression() || root.isNewExpression() || root.isOptionalCallExpression()) {
      root = root.get("callee") as NodePath;
    } else if (root.isTaggedTemplateExpression()) root = root.get("tag") as NodePath;
    else if (root.isAwaitExpression()) root = root.get("argument") as NodePath;
    else if (root.isTSNonNullExpression() || root.isTSAsExpression() || root.isTSSatisfiesExpression()) {
      root = root.get("expression") as NodePath;
    } else return root;
  }
}

function pureCall(t: Types, expression: types.Expression): types.CallExpression {
  const call = t.callExpression(t.arrowFunctionExpression([], expression), []);
  return t.addComment(call, "leading", "#__PURE__");
}
