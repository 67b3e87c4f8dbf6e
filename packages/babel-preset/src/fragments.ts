import { addNamed } from "@babel/helper-module-imports";
import type { NodePath, PluginObj, types } from "@babel/core";

interface Options {
  readonly importSource: string;
}

const OTHER_RUNTIME = /@jsx(?:ImportSource|Runtime|Frag)?\s+\S/;

/**
 * Babel gives a place to elements but not to fragments. `<>…</>` becomes an element of the runtime's `Fragment`, so
 * that it gets one as well.
 */
export function fragmentPlaces({ types: t }: { types: typeof types }, { importSource }: Options): PluginObj {
  return {
    name: "espalier-fragment-places",
    visitor: {
      Program(program, pass) {
        // A file that names its own runtime gets that one's fragments.
        if (pass.file.ast.comments?.some((comment) => OTHER_RUNTIME.test(comment.value)) === true) return;
        let name: string | undefined;
        program.traverse({
          JSXFragment(fragment) {
            name ??= addNamed(program, "Fragment", `${importSource}/jsx-dev-runtime`, {
              importedInterop: "uncompiled",
              importPosition: "after",
            }).name;
            fragment.replaceWith(asElement(t, fragment, name));
          },
        });
      },
    },
  };
}

function asElement(t: typeof types, fragment: NodePath<types.JSXFragment>, name: string): types.JSXElement {
  const { children, openingFragment, loc } = fragment.node;
  const opening = t.jsxOpeningElement(t.jsxIdentifier(name), []);
  opening.loc = openingFragment.loc ?? null;
  const element = t.jsxElement(opening, t.jsxClosingElement(t.jsxIdentifier(name)), children);
  element.loc = loc ?? null;
  return element;
}
