import { componentOf, type TreeNode } from "../build/tree.ts";
import type { Language } from "../options.ts";
import { programOf } from "../resolve/resolve.ts";
import type { Check } from "./check.ts";

const NAMES: Readonly<Record<Language, string>> = { javascript: "TypeScript", python: "Python" };

/** Programs are written in languages that the gateway runs. */
export const languages: Check = ({ languages: allowed, reporter }) => ({
  node(node: TreeNode) {
    const program = programOf(node);
    if (program === undefined || allowed.includes(program.language)) return;
    const names = allowed.map((language) => NAMES[language]);
    const details = { component: componentOf(node), language: NAMES[program.language], allowed: names };
    reporter.report(node.origin, "unsupported-language", "language", details);
  },
});
