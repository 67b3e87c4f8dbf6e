import { decoratorName } from "./decorator.ts";
import { readArguments, type Expression } from "./expression.ts";
import { lookup } from "./lookup.ts";
import { remedyFor } from "./names.ts";
import type { Definition, Scope } from "./scope.ts";

/** The definition of a class. */
export type ClassDefinition = Extract<Definition, { kind: "class" }>;

/** The classes whose values are JSON. */
export type ClassKind = "typed-dict" | "dataclass" | "enum";

/** Why the values of a class are not JSON. */
export interface NotData {
  readonly reason: string;
  readonly remedy: string;
}

const PLAIN_REMEDY = "Make it a dataclass (@dataclass) or a TypedDict.";

const BARE_ENUM: NotData = {
  reason: "is an enum whose members are not strings or whole numbers themselves",
  remedy: "Derive it from (str, Enum) or (int, Enum).",
};

/** What the members of an enum are, seen from everything that it inherits from. */
export function enumValues(ancestors: ReadonlySet<string>): "string" | "integer" | undefined {
  if (ancestors.has("enum.Flag") || ancestors.has("enum.IntFlag")) return undefined;
  if (ancestors.has("builtins.str") || ancestors.has("enum.StrEnum")) return "string";
  return ancestors.has("builtins.int") || ancestors.has("enum.IntEnum") ? "integer" : undefined;
}

/** What kind of class it is, seen from its decorators and bases. */
export function classKind(scope: Scope, definition: ClassDefinition): ClassKind | NotData {
  if (definition.node.getChild("TypeParamList"))
    return { reason: "is a generic class", remedy: "Write the class for one type." };
  if (dataclassDecorator(scope, definition)) return "dataclass";
  const ancestors = ancestorsOf(scope, definition);
  if (ancestors.names.has("typing.TypedDict")) return "typed-dict";
  if ([...ancestors.names].some((name) => name.startsWith("enum.")))
    return enumValues(ancestors.names) ? "enum" : BARE_ENUM;
  if ([...ancestors.names].some((name) => name === "typing.NamedTuple"))
    return { reason: "is a named tuple", remedy: "Make it a dataclass." };
  const inherited = ancestors.classes.find((ancestor) => dataclassDecorator(scope, ancestor));
  if (inherited)
    return { reason: "is not decorated with @dataclass, though its base class is", remedy: "Decorate it too." };
  if ([...ancestors.names].some((name) => name.startsWith("pydantic."))) {
    return { reason: "is a pydantic model", remedy: remedyFor("pydantic.BaseModel") };
  }
  return { reason: "is a class of its own, not data", remedy: PLAIN_REMEDY };
}

/** The decorator that makes a class a dataclass, with its arguments. */
export function dataclassDecorator(
  scope: Scope,
  definition: ClassDefinition,
): ReadonlyMap<string, Expression> | undefined {
  for (const decorator of definition.decorators) {
    if (decoratorName(scope, decorator) !== "dataclasses.dataclass") continue;
    const list = decorator.getChild("ArgList");
    return list ? readArguments(scope.source, list).keywords : new Map();
  }
  return undefined;
}

/** The bases and keywords that a class is written with. */
export function headOf(scope: Scope, definition: ClassDefinition) {
  const list = definition.node.getChild("ArgList");
  if (!list) return { positional: [], keywords: new Map<string, Expression>() };
  return readArguments(scope.source, list);
}

interface Ancestors {
  /** Classes of the file, nearest first. */
  readonly classes: readonly ClassDefinition[];
  /** Full names of the others. */
  readonly names: ReadonlySet<string>;
}

/** Everything that a class inherits from. A class that would inherit from itself does not go round in circles. */
export function ancestorsOf(scope: Scope, definition: ClassDefinition): Ancestors {
  const classes = new Set<ClassDefinition>([definition]);
  const names = new Set<string>();
  for (const current of classes) {
    for (const base of headOf(scope, current).positional) {
      const target = lookup(scope, base.kind === "subscript" ? base.value : base);
      if (target?.kind === "qualified") names.add(target.qualified);
      else if (target?.definition.kind === "class") classes.add(target.definition);
      else names.add(`?.${base.text}`);
    }
  }
  classes.delete(definition);
  return { classes: [...classes], names };
}
