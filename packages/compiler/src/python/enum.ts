import { ancestorsOf, enumValues, type ClassDefinition } from "./class-kind.ts";
import { readExpression, type Expression } from "./expression.ts";
import { qualifiedName } from "./lookup.ts";
import { refuse, type Reading } from "./reading.ts";
import type { DeclarationBody, Scalar } from "./type.ts";
import { childrenOf, identifier, statementsOf } from "./tree.ts";

type Values = "string" | "integer";

/** Reads an enum: the values of its members. */
export function readEnum(reading: Reading, definition: ClassDefinition): DeclarationBody {
  const values = [...new Set(enumMembers(reading, definition).values())];
  if (values.length === 0 && reading.findings.length === 0) {
    const place = reading.scope.source.placeAt(definition.offset);
    const message = `The enum ${JSON.stringify(definition.name)} has no members.`;
    reading.findings.push({ code: "unserializable-type", message, place });
  }
  return { kind: "enum", values };
}

/** The members of an enum by name. Python calls them values; they are what crosses into JSON. */
export function enumMembers(reading: Reading, definition: ClassDefinition): ReadonlyMap<string, Scalar> {
  const members = new Map<string, Scalar>();
  const { names } = ancestorsOf(reading.scope, definition);
  const values = enumValues(names);
  if (!values) return members;
  for (const [name, value] of assignments(reading, definition)) {
    const member = memberValue(reading, name, value, values, names, [...members.values()]);
    if (member !== undefined) members.set(name, member);
  }
  return members;
}

/** `NAME = value` in the body. Names with underscores around them are not members. */
function assignments(reading: Reading, definition: ClassDefinition): [string, Expression][] {
  const { source } = reading.scope;
  const body = definition.node.getChild("Body");
  return (body ? statementsOf(body) : []).flatMap((statement): [string, Expression][] => {
    const children = childrenOf(statement);
    const [target] = children;
    const value = children.at(-1);
    const assigned = children.some((child) => child.name === "AssignOp");
    if (statement.name !== "AssignStatement" || target?.name !== "VariableName" || !value || !assigned) return [];
    const name = identifier(source, target);
    return /^_.*_$|^__/.test(name) ? [] : [[name, readExpression(source, value)]];
  });
}

function memberValue(
  reading: Reading,
  name: string,
  value: Expression,
  values: Values,
  names: ReadonlySet<string>,
  previous: readonly Scalar[],
): Scalar | undefined {
  if (value.kind === values && value.value !== undefined) return value.value;
  const isAuto = value.kind === "call" && qualifiedName(reading.scope, value.callee) === "enum.auto";
  if (isAuto && names.has("enum.StrEnum")) return name.toLowerCase();
  if (isAuto && values === "integer") return Math.max(0, ...previous.map(Number)) + 1;
  const wanted = values === "string" ? "a string" : "a whole number";
  refuse(reading, value, `The value of ${JSON.stringify(name)} has to be ${wanted}, written out.`);
  return undefined;
}
