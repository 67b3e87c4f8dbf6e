import type { PluginObj } from "@babel/core";

/**
 * Babel's development transform passes `this` to every JSX call for a warning of React's. We have no use for it, and
 * at the top of a module it makes Rollup complain.
 */
export function noSelf(): PluginObj {
  return {
    name: "espalier-no-self",
    visitor: {
      JSXAttribute(attribute) {
        const { name, value } = attribute.node;
        const isSelf = name.type === "JSXIdentifier" && name.name === "__self";
        if (isSelf && value?.type === "JSXExpressionContainer" && value.expression.type === "ThisExpression") {
          attribute.remove();
        }
      },
    },
  };
}
