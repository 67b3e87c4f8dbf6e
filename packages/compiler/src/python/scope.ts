import type { SyntaxNode, Tree } from "@lezer/common";
import { branchesOf } from "./conditions.ts";
import { readImport } from "./import-statement.ts";
import type { Source } from "./source.ts";
import { childrenOf, commaGroups, identifier, statementsOf, undecorated } from "./tree.ts";

/** What a name at the top level of a file stands for. */
export type Definition = Bound &
  (
    | { readonly kind: "import"; /** `typing.List`, or `typing` for the module itself. */ readonly qualified: string }
    | { readonly kind: "class"; readonly node: SyntaxNode; readonly decorators: readonly SyntaxNode[] }
    | { readonly kind: "function"; readonly node: SyntaxNode }
    | AliasDefinition
    | { readonly kind: "variable" }
  );

/** `X = …`, `X: TypeAlias = …` or `type X = …`: whether it is a type shows when it is used as one. */
export interface AliasDefinition {
  readonly kind: "alias";
  readonly value: SyntaxNode;
  /** Of `X: TypeAlias`, the `TypeAlias`. */
  readonly annotation: SyntaxNode | undefined;
  /** `type X = …` is read only when it is used, and may name what comes later. */
  readonly lazy: boolean;
  readonly typeParameters: SyntaxNode | undefined;
}

interface Bound {
  readonly name: string;
  /** The identifier. */
  readonly offset: number;
  /** From where on the name exists. */
  readonly boundAt: number;
  /** Inside an `if`, `try` or `with`, so that it may not exist. */
  readonly conditional: boolean;
}

/** The names of a file. */
export interface Scope {
  readonly source: Source;
  /** In the order in which they are first bound. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Names that exist for a type checker only (`if TYPE_CHECKING:`). */
  readonly hidden: ReadonlySet<string>;
  /** Modules of `from … import *`. */
  readonly stars: readonly string[];
  /** `from __future__ import annotations`: no annotation is evaluated when the file is loaded. */
  readonly deferred: boolean;
}

/** Collects the names that a file binds at its top level. */
export function readScope(source: Source, tree: Tree): Scope {
  const collector = new Collector(source);
  collector.collect(tree.topNode, false);
  const { definitions, hidden, stars } = collector;
  const future = [...definitions.values()].some(
    (definition) => definition.kind === "import" && definition.qualified === "__future__.annotations",
  );
  return { source, definitions, hidden, stars, deferred: future };
}

/** Blocks at the top level that run when the file is loaded. */
const BLOCKS = new Set(["TryStatement", "WithStatement", "ForStatement", "WhileStatement"]);
const MAX_BLOCKS = 50;

class Collector {
  readonly definitions = new Map<string, Definition>();
  readonly hidden = new Set<string>();
  readonly stars: string[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  collect(block: SyntaxNode, conditional: boolean, depth = 0): void {
    if (depth > MAX_BLOCKS) return;
    for (const statement of statementsOf(block)) {
      if (statement.name === "IfStatement") this.#branches(statement, depth);
      else if (BLOCKS.has(statement.name)) {
        for (const body of statement.getChildren("Body")) this.collect(body, true, depth + 1);
      } else for (const definition of definitionsOf(this.#source, statement, conditional)) this.#bind(definition);
      if (statement.name === "ImportStatement") this.#star(statement);
    }
  }

  #branches(statement: SyntaxNode, depth: number): void {
    const { executed, skipped } = branchesOf(this.#source, statement);
    for (const body of executed) this.collect(body, true, depth + 1);
    for (const inner of skipped.flatMap(statementsOf)) {
      for (const { name } of definitionsOf(this.#source, inner, true)) this.hidden.add(name);
    }
  }

  #star(statement: SyntaxNode): void {
    const { from } = readImport(this.#source, statement);
    if (from?.star && !from.relative) this.stars.push(from.module);
  }

  /** The last one counts, except that what may not happen does not replace what does. */
  #bind(definition: Definition): void {
    if (definition.conditional && this.definitions.has(definition.name)) return;
    this.definitions.set(definition.name, definition);
  }
}

function definitionsOf(source: Source, statement: SyntaxNode, conditional: boolean): Definition[] {
  const bound = (name: SyntaxNode) => ({
    name: identifier(source, name),
    offset: name.from,
    boundAt: statement.to,
    conditional,
  });
  const { definition, decorators } = undecorated(statement);
  const name = definition.getChild("VariableName");
  switch (definition.name) {
    case "ImportStatement":
      return importsOf(source, definition).map((binding) => ({
        ...binding,
        kind: "import",
        offset: statement.from,
        boundAt: statement.to,
        conditional,
      }));
    case "FunctionDefinition":
      return name ? [{ ...bound(name), kind: "function", node: definition }] : [];
    case "ClassDefinition":
      return name ? [{ ...bound(name), kind: "class", node: definition, decorators }] : [];
    case "TypeDefinition":
      return name ? typeDefinition(definition).map((alias) => ({ ...bound(name), ...alias })) : [];
    case "AssignStatement":
      return assignmentsOf(definition).map(({ target, ...rest }) => ({ ...bound(target), ...rest }));
    default:
      return [];
  }
}

function importsOf(source: Source, node: SyntaxNode): { name: string; qualified: string }[] {
  const { modules, from } = readImport(source, node);
  const bound = modules.map(({ module, alias }) =>
    alias === undefined
      ? { name: module.split(".")[0] ?? module, qualified: module.split(".")[0] ?? module }
      : { name: alias, qualified: module },
  );
  const names = from?.names ?? [];
  const prefix = from?.relative ? "." : "";
  return [
    ...bound,
    ...names.map(({ name, alias }) => ({ name: alias ?? name, qualified: `${prefix}${from?.module}.${name}` })),
  ];
}

function typeDefinition(node: SyntaxNode): AliasDefinition[] {
  const value = childrenOf(node).at(-1);
  if (!value) return [];
  const typeParameters = node.getChild("TypeParamList") ?? undefined;
  return [{ kind: "alias", value, annotation: undefined, lazy: true, typeParameters }];
}

type Assignment = { target: SyntaxNode } & (AliasDefinition | { kind: "variable" });

function assignmentsOf(node: SyntaxNode): Assignment[] {
  const children = childrenOf(node);
  const [target, second, third, fourth] = children;
  if (target?.name === "VariableName" && children.length === 3 && second?.name === "AssignOp" && third) {
    return [{ target, ...alias(third, undefined) }];
  }
  if (target?.name === "VariableName" && second?.name === "TypeDef") {
    return fourth && children.length === 4 ? [{ target, ...alias(fourth, second.lastChild ?? undefined) }] : [];
  }
  const last = children.findLastIndex((child) => child.name === "AssignOp");
  const targets = children.slice(0, Math.max(last, 0)).flatMap((child) => [child, ...commaGroups(child).flat()]);
  return targets.filter((child) => child.name === "VariableName").map((name) => ({ target: name, kind: "variable" }));
}

function alias(value: SyntaxNode, annotation: SyntaxNode | undefined): AliasDefinition {
  return { kind: "alias", value, annotation, lazy: false, typeParameters: undefined };
}
