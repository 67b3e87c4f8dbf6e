import type { NodePath, types } from "@babel/core";
import { type Babel, withBabel } from "../modules/babel.ts";
import { deadParts } from "./dead-code.ts";
import { globalName, isGlobalObject, propertyName } from "./global-object.ts";
import { IMPORT_META } from "./program-plugin.ts";
import { certainFunctions } from "./reached-functions.ts";
import { isHostGlobal, isSandboxGlobal } from "./sandbox-globals.ts";
import { wrapperOf } from "./script-wrapper.ts";

/** Something that a finished program uses but does not contain. Line and column start at 1. */
export interface Use {
  readonly kind: "global" | "import";
  /** The global, such as `fetch`, `Date.now` or `new Date()`, or what is imported. */
  readonly name: string;
  /** When it happens: with the script, in what the function calls by name, or in what may never be called. */
  readonly when: "load" | "call" | "perhaps";
  /** Whether the code around it is ready for its failure. */
  readonly isTried: boolean;
  readonly line: number;
  readonly column: number;
}

/** What a script takes from outside of itself. */
export interface Outside {
  /** Every use of a global that is not there, or not to be used, and every `import(…)`, in the order of the text. */
  readonly uses: readonly Use[];
  /** The first use of each import that Rollup left outside, in their order. */
  readonly imports: readonly (Use | undefined)[];
}

/** Finds what a script takes from outside, but for what its own tests keep it from running. */
export function outsideOf(code: string): Outside {
  return withBabel((babel) => outsideWith(babel, code));
}

function outsideWith({ parseSync, traverse }: Babel, code: string): Outside {
  const script = parseSync(code, { configFile: false, babelrc: false, sourceType: "script", compact: false });
  if (script === null) throw new Error("Babel gave no syntax tree for a script.");
  const uses: Use[] = [];
  const dead = new Set<types.Node | null | undefined>();
  /** Globals that the program makes itself: `globalThis.table = …`. */
  const made = new Set<string>();
  let imports: Outside["imports"] = [];
  let certain: ReadonlySet<types.Node> = new Set();
  const note = (kind: Use["kind"], name: string, path: NodePath): void =>
    void uses.push(use(kind, name, path, certain));
  traverse(script, {
    enter(path) {
      if (dead.has(path.node)) return path.skip();
      for (const part of deadParts(path)) dead.add(part);
    },
    Program(program) {
      certain = certainFunctions(program);
      imports = importedValues(program).map((path) => path && use("import", "", path, certain));
    },
    Identifier(path) {
      const { name } = path.node;
      if (!isUse(path) || path.scope.hasBinding(name, true) || isAskedFor(path)) return;
      if (name === IMPORT_META) note("global", "import.meta", path);
      else if (isRefused(name)) note("global", name, path);
    },
    MemberExpression: member,
    OptionalMemberExpression: member,
    VariableDeclaration(path) {
      if (path.node.kind.endsWith("using")) note("global", "using", path);
    },
    ObjectPattern(path) {
      for (const [name, property] of takenFrom(path)) note("global", name, property);
    },
    NewExpression(path) {
      const name = globalName(path.get("callee"));
      if (name === "Date" && path.node.arguments.length === 0) note("global", "new Date()", path);
      if (name === "Function") note("global", "new Function()", path);
    },
    CallExpression(path) {
      const name = globalName(path.get("callee"));
      if (path.node.callee.type === "Import") note("import", specifierOf(path.node.arguments[0]), path);
      else if (name === "Date") note("global", "Date()", path);
      else if (name === "Function") note("global", "new Function()", path);
    },
    ImportExpression(path) {
      note("import", specifierOf(path.node.source), path);
    },
  });
  return { uses: uses.filter(({ kind, name }) => kind === "import" || !made.has(name)), imports };

  function member(path: NodePath<types.MemberExpression | types.OptionalMemberExpression>): void {
    const name = globalName(path);
    if (isAssigned(path) && name !== "") made.add(name);
    else if ((isHostGlobal(name) || name === "eval") && !isAskedFor(path)) note("global", name, path);
    const method = propertyName(path.node);
    const known = `${globalName(path.get("object") as NodePath)}.${method}`;
    if (UNREPEATABLE.has(known)) note("global", known, path);
    if (isCalled(path) && LOCAL.has(method)) note("global", method, path);
  }
}

function isRefused(name: string): boolean {
  return !isSandboxGlobal(name) || name === "eval";
}

const UNREPEATABLE: ReadonlySet<string> = new Set(["Date.now", "Math.random"]);
/** Methods that exist, and give something else than where the author tries them. */
const LOCAL: ReadonlySet<string> = new Set(["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]);

/** Whether an identifier is read or assigned, rather than naming a property, a label or a declaration. */
function isUse(path: NodePath<types.Identifier>): boolean {
  return isAssigned(path) || path.isReferencedIdentifier();
}

function isAssigned(path: NodePath): boolean {
  return path.parentPath?.isAssignmentExpression() === true && path.key === "left";
}

function isCalled(path: NodePath): boolean {
  const parent = path.parentPath;
  return (parent?.isCallExpression() === true || parent?.isOptionalCallExpression() === true) && path.key === "callee";
}

/**
 * Whether code only asks if a global is there: `typeof fetch`, and for a property of the global object, which is
 * undefined where it is missing, also `globalThis.fetch?.(…)`, `globalThis.fetch ?? …` or `if (globalThis.fetch)`.
 */
function isAskedFor(path: NodePath): boolean {
  const parent = path.parentPath;
  if (parent?.isUnaryExpression({ operator: "typeof" }) === true) return true;
  if (path.isIdentifier() || parent === null) return false;
  if (parent.isOptionalMemberExpression() || parent.isOptionalCallExpression()) return parent.node.optional;
  if (parent.isBinaryExpression() || parent.isUnaryExpression({ operator: "!" })) return true;
  return (parent.isLogicalExpression() && path.key === "left") || path.key === "test";
}

/** `const { fetch } = globalThis;` and `const { random } = Math;`: the globals, with where they are named. */
function* takenFrom(pattern: NodePath<types.ObjectPattern>): Iterable<[name: string, property: NodePath]> {
  const { parentPath } = pattern;
  const source = parentPath.isVariableDeclarator() ? "init" : parentPath.isAssignmentExpression() ? "right" : undefined;
  const value = source === undefined ? undefined : (parentPath.get(source) as NodePath);
  if (value?.node == null) return;
  const object = isGlobalObject(value) ? "" : globalName(value);
  for (const property of pattern.get("properties")) {
    if (!property.isObjectProperty() || property.node.computed || property.node.value.type === "AssignmentPattern")
      continue;
    const { key } = property.node;
    const name = key.type === "Identifier" ? key.name : key.type === "StringLiteral" ? key.value : "";
    const isLacking = object === "" && isGlobalObject(value) && isHostGlobal(name);
    if (isLacking) yield [name, property];
    if (UNREPEATABLE.has(`${object}.${name}`)) yield [`${object}.${name}`, property];
  }
}

function use(kind: Use["kind"], name: string, path: NodePath, certain: ReadonlySet<types.Node>): Use {
  const start = path.node.loc?.start;
  const isTried = path.findParent((parent) => parent.key === "block" && parent.parentPath?.isTryStatement() === true);
  const when = whenOf(path, certain);
  return { kind, name, when, isTried: isTried !== null, line: start?.line ?? 1, column: (start?.column ?? 0) + 1 };
}

function whenOf(path: NodePath, certain: ReadonlySet<types.Node>): Use["when"] {
  const inner = path.getFunctionParent();
  const outer = inner?.getFunctionParent() ?? null;
  if (inner === null || outer === null) return "load";
  if (outer.getFunctionParent() === null && isCommonJsModule(inner.node)) return "load";
  return path.findParent(({ node }) => certain.has(node)) === null ? "perhaps" : "call";
}

/** The function that Rollup puts around a CommonJS module; it is called where the module is first required. */
function isCommonJsModule({ body }: types.Function): boolean {
  const first = body.type === "BlockStatement" ? body.body[0] : undefined;
  return first?.type === "IfStatement" && first.test.type === "Identifier" && first.test.name.startsWith("hasRequired");
}

/** Where a script first uses each value that Rollup hands to it: `(function (fs, path) { … })(fs, path)`. */
function importedValues(program: NodePath<types.Program>): readonly (NodePath | undefined)[] {
  const wrapper = wrapperOf(program);
  return (wrapper?.node.params ?? []).map((parameter) => {
    const name = parameter.type === "Identifier" ? parameter.name : "";
    return wrapper?.scope.getBinding(name)?.referencePaths[0];
  });
}

function specifierOf(node: types.Node | undefined): string {
  return node?.type === "StringLiteral" ? node.value : "";
}
