import { enumMembers } from "./enum.ts";
import type { Expression } from "./expression.ts";
import { lookup } from "./lookup.ts";
import { refuse, type Reading } from "./reading.ts";
import type { PythonType, Scalar } from "./type.ts";

type ReadType = (reading: Reading, expression: Expression) => PythonType;

/** Reads `Literal[…]`: strings, whole numbers, booleans, None, members of enums, and other literals. */
export function readLiteral(reading: Reading, items: readonly Expression[], readType: ReadType): PythonType {
  return { kind: "literal", values: items.flatMap((item) => valuesOf(reading, item, readType)) };
}

function valuesOf(reading: Reading, item: Expression, readType: ReadType): readonly Scalar[] {
  switch (item.kind) {
    case "integer":
    case "boolean":
      return [item.value];
    case "none":
      return [null];
    case "string":
      if (item.value !== undefined) return [item.value];
      break;
    case "attribute": {
      const member = memberValue(reading, item);
      if (member !== undefined) return [member];
      break;
    }
    case "name":
    case "subscript": {
      const nested = literalValues(readType(reading, item));
      if (nested) return nested;
    }
  }
  const hint = "Literal takes strings, whole numbers, booleans and None.";
  refuse(reading, item, `${JSON.stringify(item.text)} cannot stand in a Literal.`, hint);
  return [];
}

function literalValues(type: PythonType): readonly Scalar[] | undefined {
  if (type.kind === "literal") return type.values;
  const body = type.kind === "named" ? type.declaration.body : undefined;
  return body?.kind === "alias" && body.type.kind === "literal" ? body.type.values : undefined;
}

function memberValue(reading: Reading, item: Extract<Expression, { kind: "attribute" }>): Scalar | undefined {
  const target = lookup(reading.scope, item.value);
  if (target?.kind !== "definition" || target.definition.kind !== "class") return undefined;
  return enumMembers(reading, target.definition).get(item.name);
}
