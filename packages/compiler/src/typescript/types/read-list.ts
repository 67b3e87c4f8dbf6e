import type ts from "typescript";
import { readOptional } from "./read-union.ts";
import { readType } from "./read-type.ts";
import type { At, Reader } from "./reader.ts";
import * as refusals from "./refusals.ts";
import { NOTHING, type Shape } from "./shape.ts";
import { elementNode } from "./written.ts";

/** Reads an array. */
export function readList(reader: Reader, type: ts.TypeReference, at: At): Shape {
  const [element] = reader.checker.getTypeArguments(type);
  if (element === undefined) return { kind: "list", items: NOTHING };
  const items = readType(reader, element, { ...at, path: `${at.path}[]`, node: elementNode(reader.ts, at.node) });
  return { kind: "list", items };
}

/** Reads a tuple: required elements, then optional ones, then a rest. */
export function readTuple(reader: Reader, type: ts.TupleTypeReference, at: At): Shape {
  const { ElementFlags } = reader.ts;
  const prefix: Shape[] = [];
  let required = 0;
  let rest: Shape | undefined;
  reader.checker.getTypeArguments(type).forEach((element, index) => {
    const flags = type.target.elementFlags[index] ?? ElementFlags.Required;
    const place = { ...at, path: `${at.path}[${index}]`, node: undefined };
    if (rest !== undefined) reader.refuse(at, refusals.AFTER_REST);
    else if ((flags & ElementFlags.Variable) !== 0) rest = readType(reader, element, place);
    else if ((flags & ElementFlags.Optional) !== 0) prefix.push(readOptional(reader, element, place));
    else {
      prefix.push(readType(reader, element, place));
      required += 1;
    }
  });
  return { kind: "tuple", prefix, required, rest };
}
