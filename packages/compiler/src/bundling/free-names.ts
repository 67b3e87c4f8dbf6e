import type { types } from "@babel/core";
import { IMPORT_META } from "./program-plugin.ts";

/** Something that a finished program uses but does not contain. Line and column start at 1. */
export interface Use {
  readonly kind: "global" | "import";
  /** The name of the global, or what is imported. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** Every global that a script uses, at its first use, and every `import(…)` in it. */
export async function freeNames(code: string): Promise<readonly Use[]> {
  const { parseAsync, traverse } = await import("@babel/core");
  const uses: Use[] = [];
  // A program may ask whether a global is there: `typeof process !== "undefined"`.
  const askedFor = new Set<string>();
  const script = await parseAsync(code, { configFile: false, babelrc: false, sourceType: "script" });
  if (script === null) throw new Error("Babel gave no syntax tree for a script.");
  traverse(script, {
    Program(program) {
      const globals = (program.scope as unknown as { readonly globals: Record<string, types.Identifier> }).globals;
      for (const [name, node] of Object.entries(globals)) uses.push(use("global", nameOfGlobal(name), node));
    },
    UnaryExpression({ node: { operator, argument } }) {
      if (operator === "typeof" && argument.type === "Identifier") askedFor.add(argument.name);
    },
    CallExpression({ node }) {
      if (node.callee.type === "Import") uses.push(use("import", specifierOf(node.arguments[0]), node));
    },
    ImportExpression({ node }) {
      uses.push(use("import", specifierOf(node.source), node));
    },
  });
  return uses.filter(({ kind, name }) => kind === "import" || !askedFor.has(name));
}

function use(kind: Use["kind"], name: string, node: types.Node): Use {
  return { kind, name, line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 };
}

function nameOfGlobal(name: string): string {
  return name === IMPORT_META ? "import.meta" : name;
}

function specifierOf(node: types.Node | undefined): string {
  return node?.type === "StringLiteral" ? node.value : "";
}
