import { nearest } from "../diagnostics/nearest.ts";
import { suggestion } from "../diagnostics/wording.ts";
import { readAlias } from "./alias.ts";
import { classKind } from "./class-kind.ts";
import type { Expression } from "./expression.ts";
import { parseQuoted } from "./quoted.ts";
import { readLiteral } from "./literal.ts";
import { lookup, type Target } from "./lookup.ts";
import { BUILTIN_TYPES, CONTAINERS, remedyFor, SIMPLE_TYPES, TYPING_NAMES } from "./names.ts";
import { MAX_READING_DEPTH, refuse, type Reading } from "./reading.ts";
import { UNKNOWN, type PythonType } from "./type.ts";

type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

/** Reads an annotation. What is wrong with it goes to the reading's findings, at its exact place. */
export function readType(reading: Reading, expression: Expression): PythonType {
  switch (expression.kind) {
    case "none":
      return { kind: "null" };
    case "name":
    case "attribute":
      return readNamed(reading, expression);
    case "subscript":
      return readSubscript(reading, expression);
    case "union":
      return readUnion(reading, expression);
    case "string":
      return readQuoted(reading, expression);
    default:
      return notAType(reading, expression);
  }
}

function notAType(reading: Reading, expression: Expression): PythonType {
  refuse(reading, expression, `${JSON.stringify(expression.text)} is not a type.`, remedyFor(""));
  return UNKNOWN;
}

/** A quoted annotation is evaluated late, so that it may name what comes later. */
function readQuoted(reading: Reading, expression: Of<"string">): PythonType {
  const inner = reading.depth < MAX_READING_DEPTH ? parseQuoted(expression) : undefined;
  if (inner) return readType({ ...reading, evaluated: false, depth: reading.depth + 1 }, inner);
  refuse(reading, expression, `The quoted annotation ${JSON.stringify(expression.text)} is not a type.`);
  return UNKNOWN;
}

function readUnion(reading: Reading, expression: Of<"union">): PythonType {
  const quoted = expression.members.find((member) => member.kind === "string");
  if (quoted && reading.evaluated) {
    const message = `Python cannot combine the quoted ${quoted.text} with "|" when it loads the file.`;
    refuse(reading, quoted, message, "Put the whole annotation in quotes.");
    return UNKNOWN;
  }
  return { kind: "union", members: expression.members.map((member) => readType(reading, member)) };
}

function readNamed(reading: Reading, expression: Of<"name"> | Of<"attribute">): PythonType {
  const target = lookup(reading.scope, expression);
  if (!target) return unknownName(reading, expression);
  if (!existsInTime(reading, expression, target)) return UNKNOWN;
  if (target.kind === "definition") return readDefinition(reading, expression, target.definition);
  const simple = SIMPLE_TYPES.get(target.qualified);
  if (simple !== undefined) return { kind: simple };
  switch (CONTAINERS.get(target.qualified)) {
    case "list":
    case "tuple":
      return { kind: "list", items: undefined };
    case "map":
      return { kind: "map", values: undefined };
    default:
      return refuseQualified(reading, expression, target.qualified);
  }
}

function refuseQualified(reading: Reading, expression: Expression, qualified: string): PythonType {
  const bare = ["typing.Optional", "typing.Union", "typing.Literal", "typing.Annotated"].includes(qualified);
  const message = bare
    ? `${JSON.stringify(expression.text)} needs types in brackets.`
    : `${JSON.stringify(expression.text)} is not a type that JSON has.`;
  refuse(reading, expression, message, bare ? `Write ${expression.text}[T].` : remedyFor(qualified));
  return UNKNOWN;
}

function readDefinition(
  reading: Reading,
  expression: Expression,
  definition: Extract<Target, { kind: "definition" }>["definition"],
): PythonType {
  if (definition.kind === "alias") return readAlias(reading, expression, definition, readType);
  if (definition.kind !== "class") {
    refuse(reading, expression, `${JSON.stringify(definition.name)} is a ${definition.kind}, not a type.`);
    return UNKNOWN;
  }
  const kind = classKind(reading.scope, definition);
  if (typeof kind === "object") {
    refuse(reading, expression, `${JSON.stringify(definition.name)} ${kind.reason}.`, kind.remedy);
    return UNKNOWN;
  }
  const declaration = reading.table.classDeclaration(definition, kind);
  reading.uses.add(declaration);
  return { kind: "named", declaration };
}

/** Python evaluates most annotations when it loads the file, from top to bottom. */
function existsInTime(reading: Reading, expression: Expression, { definition }: Target): boolean {
  if (!reading.evaluated || !definition || definition.boundAt <= expression.offset) return true;
  const message = `${JSON.stringify(definition.name)} does not exist yet where Python reads this annotation.`;
  const hint = `Put the annotation in quotes, or begin the file with "from __future__ import annotations".`;
  const related = [{ message: "It is defined here.", place: reading.scope.source.placeAt(definition.offset) }];
  reading.findings.push({ code: "unserializable-type", message, hint, place: expression.place, related });
  return false;
}

function unknownName(reading: Reading, expression: Of<"name"> | Of<"attribute">): PythonType {
  const { scope } = reading;
  const { text } = expression;
  if (scope.hidden.has(text.split(".")[0] ?? text)) {
    const message = `${JSON.stringify(text)} exists only under "if TYPE_CHECKING:", which does not run in a gateway.`;
    refuse(reading, expression, message, "Define or import it outside of that block.");
  } else if (TYPING_NAMES.includes(text)) {
    refuse(reading, expression, `${JSON.stringify(text)} is not defined.`, `Add "from typing import ${text}".`);
  } else {
    const known = [...scope.definitions.keys(), ...BUILTIN_TYPES];
    refuse(
      reading,
      expression,
      `${JSON.stringify(text)} is not defined.`,
      suggestion(nearest(text, known), [], remedyFor("")),
    );
  }
  return UNKNOWN;
}

function readSubscript(reading: Reading, expression: Of<"subscript">): PythonType {
  const { value, items } = expression;
  const target = lookup(reading.scope, value);
  if (!target)
    return value.kind === "name" || value.kind === "attribute"
      ? unknownName(reading, value)
      : notAType(reading, expression);
  if (!existsInTime(reading, value, target)) return UNKNOWN;
  if (target.kind === "definition") {
    refuse(
      reading,
      expression,
      `${JSON.stringify(value.text)} is generic: its schema depends on what is put in.`,
      "Write the type out.",
    );
    return UNKNOWN;
  }
  switch (target.qualified) {
    case "typing.Optional":
      return (
        arity(reading, expression, 1) ?? { kind: "union", members: [...readAll(reading, items), { kind: "null" }] }
      );
    case "typing.Union":
      return { kind: "union", members: readAll(reading, items) };
    case "typing.Literal":
      return readLiteral(reading, items, readType);
    case "typing.Annotated":
      return readAnnotated(reading, expression);
    default:
      return readContainer(reading, expression, target.qualified);
  }
}

function readAll(reading: Reading, items: readonly Expression[]): PythonType[] {
  return items.map((item) => readType(reading, item));
}

/** `Annotated[T, …]` is T. */
function readAnnotated(reading: Reading, expression: Of<"subscript">): PythonType {
  const [first, ...metadata] = expression.items;
  if (first && metadata.length > 0) return readType(reading, first);
  refuse(reading, expression, `"Annotated" needs a type and something about it.`);
  return UNKNOWN;
}

function readContainer(reading: Reading, expression: Of<"subscript">, qualified: string): PythonType {
  const { items } = expression;
  switch (CONTAINERS.get(qualified)) {
    case "list":
      return arity(reading, expression, 1) ?? { kind: "list", items: readAll(reading, items)[0] };
    case "tuple":
      return readTuple(reading, items);
    case "map":
      return arity(reading, expression, 2) ?? readMap(reading, items);
    default:
      return refuseQualified(reading, expression, qualified);
  }
}

function readTuple(reading: Reading, items: readonly Expression[]): PythonType {
  const [first, second] = items;
  if (first && second?.kind === "ellipsis" && items.length === 2)
    return { kind: "list", items: readType(reading, first) };
  return { kind: "tuple", items: readAll(reading, items) };
}

function readMap(reading: Reading, items: readonly Expression[]): PythonType {
  const [key, value] = readAll(reading, items);
  const [keyExpression] = items;
  if (keyExpression && key && !isString(key) && key !== UNKNOWN) {
    const message = `The keys of an object in JSON are strings, not ${JSON.stringify(keyExpression.text)}.`;
    refuse(reading, keyExpression, message, "Write dict[str, T].");
  }
  return { kind: "map", values: value };
}

/** Whether a type is `str` under whatever name. */
function isString(type: PythonType): boolean {
  let current = type;
  for (let steps = 0; steps < MAX_READING_DEPTH && current.kind === "named"; steps += 1) {
    const { body } = current.declaration;
    if (body?.kind !== "alias") return false;
    current = body.type;
  }
  return current.kind === "string";
}

function arity(reading: Reading, expression: Of<"subscript">, count: number): PythonType | undefined {
  const { items, value } = expression;
  if (items.length === count) return undefined;
  const message = `${JSON.stringify(value.text)} takes ${count} type${count === 1 ? "" : "s"}, not ${items.length}.`;
  refuse(reading, expression, message);
  return UNKNOWN;
}
