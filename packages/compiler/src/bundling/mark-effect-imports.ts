import type { PluginObj } from "@babel/core";
import type { GuardOptions } from "./guard-effects.ts";

const MARK = "espalier:effect-of/";

/** The package's module behind a marked import, or undefined. */
export function unmarked(specifier: string): string | undefined {
  return specifier.startsWith(MARK) ? specifier.slice(MARK.length) : undefined;
}

/** Marks imports of packages for what they do, `import "dayjs/locale/de"`, so that they can be told from others. */
export function markEffectImports({ isOwn }: GuardOptions): () => PluginObj {
  return () => ({
    name: "espalier-mark-effect-imports",
    visitor: {
      ImportDeclaration({ node }) {
        if (node.specifiers.length > 0 || isOwn(node.source.value) || unmarked(node.source.value) !== undefined) return;
        node.source.value = MARK + node.source.value;
      },
    },
  });
}
