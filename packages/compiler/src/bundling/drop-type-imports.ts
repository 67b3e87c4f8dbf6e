import type { PluginObj } from "@babel/core";

/**
 * Removes imports of nothing but types. `import { type Row } from "./rows.ts"` would become `import "./rows.ts"`, which
 * is what an author writes to run a module.
 */
export function dropTypeImports(): PluginObj {
  return {
    name: "espalier-drop-type-imports",
    visitor: {
      // Before the TypeScript preset looks at the imports, which it does here too.
      Program(program) {
        for (const statement of program.get("body")) {
          if (!statement.isImportDeclaration() || statement.node.specifiers.length === 0) continue;
          const isTypes = statement.node.specifiers.every(
            (specifier) => specifier.type === "ImportSpecifier" && specifier.importKind === "type",
          );
          if (isTypes) statement.remove();
        }
      },
    },
  };
}
