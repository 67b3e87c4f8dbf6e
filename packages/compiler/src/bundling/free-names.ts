import type { NodePath, types } from "@babel/core";
import { IMPORT_META } from "./program-plugin.ts";

/** Something that a finished program uses but does not contain. Line and column start at 1. */
export interface Use {
  readonly kind: "global" | "import";
  /** The global, such as `fetch`, `Date.now` or `new Date()`, or what is imported. */
  readonly name: string;
  /** Whether it stands in a function, which may never be called. */
  readonly deferred: boolean;
  readonly line: number;
  readonly column: number;
}

/** Every use of a global in a script, and every `import(…)`, in the order of the text. */
export async function freeNames(code: string): Promise<readonly Use[]> {
  const { parseAsync, traverse } = await import("@babel/core");
  const script = await parseAsync(code, { configFile: false, babelrc: false, sourceType: "script" });
  if (script === null) throw new Error("Babel gave no syntax tree for a script.");
  const uses: Use[] = [];
  // A program may ask whether a global is there: `typeof process !== "undefined"`.
  const askedFor = new Set<string>();
  traverse(script, {
    Identifier(path) {
      const { name } = path.node;
      if (!isUse(path) || path.scope.hasBinding(name, true)) return;
      if (path.parentPath?.isUnaryExpression({ operator: "typeof" }) === true) askedFor.add(name);
      else uses.push(use("global", name === IMPORT_META ? "import.meta" : name, path));
    },
    MemberExpression(path) {
      const name = `${nameIn(path.get("object"))}.${propertyOf(path.node)}`;
      if (name === "Date.now" || name === "Math.random") uses.push(use("global", name, path));
    },
    NewExpression(path) {
      const isNow = path.node.arguments.length === 0 && nameIn(path.get("callee")) === "Date";
      if (isNow) uses.push(use("global", "new Date()", path));
    },
    CallExpression(path) {
      if (path.node.callee.type === "Import") uses.push(use("import", specifierOf(path.node.arguments[0]), path));
      else if (nameIn(path.get("callee")) === "Date") uses.push(use("global", "Date()", path));
    },
    ImportExpression(path) {
      uses.push(use("import", specifierOf(path.node.source), path));
    },
  });
  return uses.filter(({ kind, name }) => kind === "import" || !askedFor.has(name));
}

/** Whether an identifier is read or assigned, rather than naming a property, a label or a declaration. */
function isUse(path: NodePath<types.Identifier>): boolean {
  const isAssigned = path.parentPath?.isAssignmentExpression() === true && path.key === "left";
  return isAssigned || path.isReferencedIdentifier();
}

/** The name of a global that is all of an expression. */
function nameIn(path: NodePath): string {
  return path.isIdentifier() && !path.scope.hasBinding(path.node.name, true) ? path.node.name : "";
}

function propertyOf({ property, computed }: types.MemberExpression): string {
  if (property.type === "StringLiteral") return property.value;
  return !computed && property.type === "Identifier" ? property.name : "";
}

function use(kind: Use["kind"], name: string, path: NodePath): Use {
  const start = path.node.loc?.start;
  return { kind, name, deferred: isDeferred(path), line: start?.line ?? 1, column: (start?.column ?? 0) + 1 };
}

/** Whether code stands in a function other than those that run with the script. */
function isDeferred(path: NodePath): boolean {
  const inner = path.getFunctionParent();
  const outer = inner?.getFunctionParent() ?? null;
  if (inner === null || outer === null) return false;
  return outer.getFunctionParent() !== null || !isCommonJsModule(inner.node);
}

/** The function that Rollup puts around a CommonJS module; it is called where the module is first required. */
function isCommonJsModule({ body }: types.Function): boolean {
  const first = body.type === "BlockStatement" ? body.body[0] : undefined;
  return first?.type === "IfStatement" && first.test.type === "Identifier" && first.test.name.startsWith("hasRequired");
}

function specifierOf(node: types.Node | undefined): string {
  return node?.type === "StringLiteral" ? node.value : "";
}
