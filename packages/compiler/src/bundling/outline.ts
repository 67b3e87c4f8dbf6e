import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import type { ExistingRawSourceMap, ModuleInfo } from "rollup";
import type { Transformed } from "../modules/transform-cache.ts";

/** A compiled file, ready to be given without the functions that a program cannot reach. */
export interface Outline {
  readonly map: ExistingRawSourceMap;
  readonly statements: readonly Statement[];
}

/** A statement at the top level. */
interface Statement {
  readonly lines: readonly string[];
  readonly mappings: readonly SourceMapSegment[][];
  /** The functions that it declares, when it does nothing else: it matters only if one of them is used. */
  readonly functions: readonly string[];
  /** Every name in it. Names of properties are among them, which keeps too much now and then, and never too little. */
  readonly mentions: ReadonlySet<string>;
  /** Of `export { a, b as c };`, the names of the file's own, each with all that stands there of it. */
  readonly exports: readonly (readonly [name: string, text: string])[] | undefined;
}

/** A node of the syntax tree, as far as it matters here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Reads a file as Babel writes it, each statement on lines of its own. Undefined when that is not so. */
export function outlineOf(tree: NonNullable<ModuleInfo["ast"]>, { code, map }: Transformed): Outline | undefined {
  if (map === null) return undefined;
  const body = tree.body as unknown as readonly Node[];
  const lines = code.split("\n");
  const mappings = decode(map.mappings);
  const starts = lineNumbers(code, body);
  if (new Set(starts).size < starts.length) return undefined;
  const statements = body.map((node, index): Statement => {
    const [from, to] = [index === 0 ? 0 : starts[index], starts[index + 1] ?? lines.length];
    return {
      lines: lines.slice(from, to),
      mappings: mappings.slice(from, to),
      functions: functionsOf(node),
      mentions: new Set(namesIn(node)),
      exports: exportsOf(node, code),
    };
  });
  return { map, statements };
}

/** The file without the functions that nothing leads to from `name` or from what the file does when it is loaded. */
export function neededPart({ map, statements }: Outline, name: string): Transformed {
  const needed = neededStatements(statements, name);
  const left = new Set(statements.flatMap((statement) => (needed.has(statement) ? [] : statement.functions)));
  const kept = statements
    .filter((statement) => needed.has(statement))
    .map((statement) => withoutExports(statement, left));
  return {
    code: kept.flatMap(({ lines }) => lines).join("\n"),
    map: { ...map, mappings: encode(kept.flatMap(({ mappings }) => mappings)) },
  };
}

function neededStatements(statements: readonly Statement[], name: string): ReadonlySet<Statement> {
  const declaring = new Map<string, Statement[]>();
  for (const statement of statements)
    for (const own of statement.functions) declaring.set(own, [...(declaring.get(own) ?? []), statement]);
  const needed = new Set(statements.filter(({ functions }) => functions.length === 0));
  const add = (mentioned: string): void => declaring.get(mentioned)?.forEach((statement) => needed.add(statement));
  add(name);
  // What is added meanwhile has its turn as well.
  for (const { mentions, exports } of needed) if (exports === undefined) mentions.forEach(add);
  return needed;
}

function withoutExports(statement: Statement, left: ReadonlySet<string>): Pick<Statement, "lines" | "mappings"> {
  const { exports } = statement;
  if (exports === undefined || !exports.some(([name]) => left.has(name))) return statement;
  const given = exports.flatMap(([name, text]) => (left.has(name) ? [] : [text]));
  return { lines: [`export { ${given.join(", ")} };`], mappings: [[]] };
}

function lineNumbers(code: string, nodes: readonly Node[]): number[] {
  let [line, offset] = [0, 0];
  return nodes.map(({ start }) => {
    for (let next = code.indexOf("\n", offset); next >= 0 && next < start; next = code.indexOf("\n", offset)) {
      line += 1;
      offset = next + 1;
    }
    return line;
  });
}

function functionsOf(statement: Node): readonly string[] {
  const node = statement.type === "ExportNamedDeclaration" ? (statement["declaration"] as Node | null) : statement;
  if (node?.type === "FunctionDeclaration") return namesIn(node["id"]);
  if (node?.type !== "VariableDeclaration") return [];
  const declarators = node["declarations"] as readonly { readonly id: Node; readonly init: Node | null }[];
  const areFunctions = declarators.every(
    ({ id, init }) => id.type === "Identifier" && /^(?:ArrowFunction|Function)Expression$/.test(init?.type ?? ""),
  );
  return areFunctions ? declarators.flatMap(({ id }) => namesIn(id)) : [];
}

function exportsOf(node: Node, code: string): Statement["exports"] {
  if (node.type !== "ExportNamedDeclaration" || node["declaration"] !== null || node["source"] !== null)
    return undefined;
  const specifiers = node["specifiers"] as readonly (Node & { readonly local: Node })[];
  return specifiers.map(({ local, start, end }) => [code.slice(local.start, local.end), code.slice(start, end)]);
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  const { type, name } = value as { readonly type?: unknown; readonly name?: unknown };
  return type === "Identifier" ? [String(name)] : Object.values(value).flatMap(namesIn);
}
