import type { JsonSchema } from "@espalier/contract";
import type { Place } from "@espalier/jsx";
import type ts from "typescript";
import type { Resolved } from "../finding.ts";
import { findCall } from "./find-node.ts";
import { placeOf } from "./places.ts";
import { Reader } from "./types/reader.ts";
import { isNever, readType } from "./types/read-type.ts";
import * as refusals from "./types/refusals.ts";
import { refuse } from "./refuse.ts";
import { finished } from "./schema-of.ts";
import type { Checked } from "./typescript.ts";

/** The schema of `T` in the call `schema<T>()` at a place, descriptions included. */
export function readModel(checked: Checked, file: ts.SourceFile | undefined, place: Place): Resolved<JsonSchema> {
  const call = file && findCall(checked.ts, file, place);
  if (call === undefined) {
    const message = 'There is no call of "schema" at this place.';
    return refuse({ code: "missing-type", message, hint: "Compile the file again: it has changed since.", place });
  }
  const node = call.typeArguments?.[0];
  if (node === undefined) {
    const message = '"schema" is called without the type that it describes.';
    return refuse({ code: "missing-type", message, hint: "Write schema<Invoice>(), with a type of yours.", place });
  }
  const reader = new Reader(checked, false);
  const isName = checked.ts.isTypeReferenceNode(node) && node.typeArguments === undefined;
  const at = { path: isName ? node.getText(file) : "schema()", place: placeOf(node), node };
  const type = checked.checker.getTypeFromTypeNode(node);
  if (isNever(checked, type) || (type.flags & (checked.ts.TypeFlags.Undefined | checked.ts.TypeFlags.Void)) !== 0) {
    reader.refuse(at, refusals.NO_VALUE);
  }
  return finished(reader, readType(reader, type, at), at, true);
}
