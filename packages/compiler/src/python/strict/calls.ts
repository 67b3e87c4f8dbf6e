import { commaGroups, identifier, textOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

/** Arguments by position come first, and no argument is named twice. */
export const argumentRule: Rule = (source, node) => {
  const names = new Set<string>();
  let named = false;
  let mapped = false;
  for (const [first, operator] of commaGroups(node)) {
    if (!first) continue;
    if (first.name === "**") mapped = true;
    else if (operator?.name === "AssignOp" && textOf(source, operator) === "=") {
      const name = identifier(source, first);
      if (names.has(name))
        return { offset: first.from, message: `The argument ${JSON.stringify(name)} is given twice.` };
      names.add(name);
      named = true;
    } else if (mapped || (named && first.name !== "*")) {
      return { offset: first.from, message: "An argument by position cannot follow one by name." };
    }
  }
  return undefined;
};
