import { readExpression, type Expression } from "./expression.ts";
import { qualifiedName } from "./lookup.ts";
import { MAX_READING_DEPTH, refuse, type Reading } from "./reading.ts";
import type { Definition } from "./scope.ts";
import { UNKNOWN, type Declaration, type DeclarationBody, type PythonType } from "./type.ts";
import { readFunctionalTypedDict } from "./typed-dict.ts";

type ReadType = (reading: Reading, expression: Expression) => PythonType;
type Alias = Extract<Definition, { kind: "alias" }>;

/** Reads what an alias stands for, once; `at` is where it is used. */
export function readAlias(reading: Reading, at: Expression, alias: Alias, readType: ReadType): PythonType {
  const value = readExpression(reading.scope.source, alias.value);
  const problem = whyNotAType(reading, alias, value);
  if (problem) {
    refuse(reading, at, `${JSON.stringify(alias.name)} ${problem.reason}.`, problem.remedy);
    return UNKNOWN;
  }
  if (reading.depth >= MAX_READING_DEPTH) {
    refuse(reading, at, `${JSON.stringify(alias.name)} is an alias of an alias of too many others.`);
    return UNKNOWN;
  }
  const declaration = reading.table.aliasDeclaration(alias, (inner) =>
    readBody({ ...inner, evaluated: !alias.lazy, depth: reading.depth + 1 }, value, readType),
  );
  reading.uses.add(declaration);
  return { kind: "named", declaration };
}

interface Problem {
  readonly reason: string;
  readonly remedy?: string | undefined;
}

const NOT_TYPES: ReadonlySet<Expression["kind"]> = new Set([
  "integer",
  "float",
  "boolean",
  "bytes",
  "dict",
  "other",
  "ellipsis",
]);

function whyNotAType(reading: Reading, alias: Alias, value: Expression): Problem | undefined {
  if (alias.typeParameters) return { reason: "is a generic alias", remedy: "Write the type out." };
  const annotation = alias.annotation && readExpression(reading.scope.source, alias.annotation);
  if (annotation && qualifiedName(reading.scope, annotation) !== "typing.TypeAlias")
    return { reason: "is a variable, not a type" };
  if (NOT_TYPES.has(value.kind)) return { reason: "is a variable, not a type" };
  return value.kind === "call" ? whyNotACall(qualifiedName(reading.scope, value.callee)) : undefined;
}

function whyNotACall(callee: string | undefined): Problem | undefined {
  if (callee === "typing.NewType" || callee === "typing.TypedDict") return undefined;
  if (callee === "typing.TypeVar")
    return { reason: "is a type variable", remedy: "Write the type that the program is called with." };
  if (callee?.startsWith("enum.")) return { reason: "is an enum made by a call", remedy: "Write it as a class." };
  if (callee?.endsWith("amedtuple") || callee === "typing.NamedTuple")
    return { reason: "is a named tuple", remedy: "Write a dataclass." };
  return { reason: "is a variable, not a type" };
}

function readBody(reading: Reading, value: Expression, readType: ReadType): DeclarationBody | undefined {
  if (value.kind !== "call") return { kind: "alias", type: readType(reading, value) };
  if (qualifiedName(reading.scope, value.callee) === "typing.TypedDict")
    return readFunctionalTypedDict(reading, value, readType);
  const [, base] = value.positional;
  if (base) return { kind: "alias", type: readType(reading, base) };
  refuse(reading, value, `NewType takes a name and a type.`);
  return undefined;
}

/** Whether an alias means itself, with no list or object in between that would end the matter. */
export function isEndless(declaration: Declaration): boolean {
  const pending: PythonType[] = [{ kind: "named", declaration }];
  const seen = new Set<Declaration>();
  for (let type = pending.pop(); type; type = pending.pop()) {
    if (type.kind === "union") pending.push(...type.members);
    if (type.kind !== "named" || type.declaration.body?.kind !== "alias") continue;
    if (seen.has(type.declaration)) {
      if (type.declaration === declaration) return true;
      continue;
    }
    seen.add(type.declaration);
    pending.push(type.declaration.body.type);
  }
  return false;
}
