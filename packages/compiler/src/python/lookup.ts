import type { Expression } from "./expression.ts";
import { BUILTIN_TYPES, TYPING_NAMES } from "./names.ts";
import type { Definition, Scope } from "./scope.ts";

/** What a name or a dotted name refers to. */
export type Target =
  /** Something that the file defines. */
  | { readonly kind: "definition"; readonly definition: Exclude<Definition, { kind: "import" }> }
  /** Something from elsewhere, by its full name: `typing.List`, `builtins.int`. */
  | { readonly kind: "qualified"; readonly qualified: string; readonly definition: Definition | undefined };

/** Finds what an expression refers to, whatever it was imported as. */
export function lookup(scope: Scope, expression: Expression): Target | undefined {
  const members: string[] = [];
  let base = expression;
  while (base.kind === "attribute") {
    members.unshift(base.name);
    base = base.value;
  }
  if (base.kind !== "name") return undefined;
  const target = lookupName(scope, base.name);
  if (target?.kind !== "qualified") return members.length === 0 ? target : undefined;
  return { ...target, qualified: [target.qualified, ...members].join(".") };
}

/** The full name of something from elsewhere. */
export function qualifiedName(scope: Scope, expression: Expression): string | undefined {
  const target = lookup(scope, expression);
  return target?.kind === "qualified" ? target.qualified : undefined;
}

function lookupName(scope: Scope, name: string): Target | undefined {
  const definition = scope.definitions.get(name);
  if (definition?.kind === "import") return { kind: "qualified", qualified: definition.qualified, definition };
  if (definition) return { kind: "definition", definition };
  const star = scope.stars.find((module) => STAR_NAMES.get(module)?.includes(name));
  if (star !== undefined) return { kind: "qualified", qualified: `${star}.${name}`, definition: undefined };
  if (!BUILTIN_TYPES.has(name)) return undefined;
  return { kind: "qualified", qualified: `builtins.${name}`, definition: undefined };
}

const STAR_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["typing", TYPING_NAMES],
  ["dataclasses", ["dataclass", "field", "InitVar", "KW_ONLY"]],
  ["enum", ["Enum", "IntEnum", "StrEnum", "auto"]],
  ["collections.abc", ["Mapping", "Sequence"]],
]);
