import type { NodePath, PluginObj, types } from "@babel/core";

/** The name under which a module gives out a function that it may not export. */
export function exposedName(name: string): string {
  return `espalier$${name}`;
}

/**
 * Lets every top-level function of a module be imported, exported or not. Names that nobody imports leave no trace in
 * a bundle.
 */
export function exposeFunctions({ types: t }: { types: typeof types }): PluginObj {
  return {
    name: "espalier-expose-functions",
    visitor: {
      Program(program) {
        const names = Object.entries(program.scope.bindings).filter(([, { path }]) => isFunctionLike(path));
        if (names.length === 0) return;
        const specifiers = names.map(([name]) =>
          t.exportSpecifier(t.identifier(name), t.identifier(exposedName(name))),
        );
        program.pushContainer("body", t.exportNamedDeclaration(null, specifiers));
      },
    },
  };
}

/** A function declaration, or a variable, which may hold a function. */
function isFunctionLike(path: NodePath): boolean {
  if (path.isFunctionDeclaration()) return true;
  if (!path.isVariableDeclarator()) return false;
  return !path.parentPath.isVariableDeclaration({ declare: true });
}
