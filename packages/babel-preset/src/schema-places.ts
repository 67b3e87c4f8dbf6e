import type { NodePath, PluginObj, types } from "@babel/core";
import { fileNameOf, placeProperties } from "./place.ts";

interface Options {
  readonly importSource: string;
}

/**
 * `schema<Invoice>()` becomes `schema({ file, line, column })`, so that the compiler finds the type argument again after
 * types are gone. A call without a type argument is left alone: the compiler reports it where it is used.
 */
export function schemaPlaces({ types: t }: { types: typeof types }, { importSource }: Options): PluginObj {
  return {
    name: "espalier-schema-places",
    visitor: {
      Program(program, pass) {
        program.traverse({
          CallExpression(call) {
            const { node } = call;
            if (node.typeParameters == null || node.arguments.length > 0) return;
            if (!isSchema(call.get("callee"), importSource)) return;
            node.arguments.push(t.objectExpression(placeProperties(t, fileNameOf(pass), node)));
          },
        });
      },
    },
  };
}

function isSchema(callee: NodePath, importSource: string): boolean {
  if (callee.isIdentifier()) {
    const imported = importOf(callee, importSource);
    return imported?.isImportSpecifier() === true && nameOf(imported.node.imported) === "schema";
  }
  if (!callee.isMemberExpression()) return false;
  const { object, property, computed } = callee.node;
  const isProperty = computed ? property.type === "StringLiteral" && property.value === "schema" : isNamed(property);
  if (!isProperty || object.type !== "Identifier") return false;
  return importOf(callee.get("object"), importSource)?.isImportNamespaceSpecifier() === true;
}

function isNamed(property: types.Node): boolean {
  return property.type === "Identifier" && property.name === "schema";
}

/** The import specifier that an identifier refers to, when it is one of `importSource`. */
function importOf(identifier: NodePath, importSource: string): NodePath | undefined {
  if (!identifier.isIdentifier()) return undefined;
  const specifier = identifier.scope.getBinding(identifier.node.name)?.path;
  const declaration = specifier?.parentPath;
  return declaration?.isImportDeclaration() === true && declaration.node.source.value === importSource
    ? specifier
    : undefined;
}

function nameOf(name: types.Identifier | types.StringLiteral): string {
  return name.type === "Identifier" ? name.name : name.value;
}
