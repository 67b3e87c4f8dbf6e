import type ts from "typescript";
import { readType } from "./read-type.ts";
import type { At, Reader } from "./reader.ts";
import * as refusals from "./refusals.ts";
import { NOTHING, type Shape } from "./shape.ts";
import { soleMemberNode } from "./written.ts";

/** Reads a union. `undefined` in a result is a mistake, since JSON cannot say it. */
export function readUnion(reader: Reader, type: ts.UnionType, at: At): Shape {
  const members = definedMembers(reader, type);
  const isRefused = reader.isResult && members.length < type.types.length;
  return isRefused ? reader.refuse(at, refusals.UNDEFINED) : readMembers(reader, members, at);
}

/** Reads the type of something that may be left out: `undefined` in it says nothing more. */
export function readOptional(reader: Reader, type: ts.Type, at: At): Shape {
  const members = definedMembers(reader, type);
  if (members.length === 0) return NOTHING;
  if (type.isUnion() && members.length === type.types.length) return readType(reader, type, at);
  const [only] = members;
  if (members.length === 1 && only !== undefined)
    return readType(reader, only, { ...at, node: soleMemberNode(reader.ts, at.node) });
  return readMembers(reader, members, at);
}

/** Whether a type allows `undefined`. */
export function allowsUndefined(reader: Pick<Reader, "ts">, type: ts.Type): boolean {
  const all = type.isUnion() ? type.types.length : 1;
  return definedMembers(reader, type).length < all;
}

function definedMembers({ ts }: Pick<Reader, "ts">, type: ts.Type): ts.Type[] {
  const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Void;
  return (type.isUnion() ? type.types : [type]).filter((member) => (member.flags & nothing) === 0);
}

function readMembers(reader: Reader, members: readonly ts.Type[], at: At): Shape {
  const node = soleMemberNode(reader.ts, at.node);
  const isNull = (member: ts.Type): boolean => (member.flags & reader.ts.TypeFlags.Null) !== 0;
  // Only one member can be what the node says; with more, the node belongs to all of them together.
  const single = members.filter((member) => !isNull(member)).length === 1;
  return {
    kind: "union",
    members: members.map((member) =>
      readType(reader, member, { ...at, node: single && !isNull(member) ? node : undefined }),
    ),
  };
}
