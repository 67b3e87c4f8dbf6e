import { LIMITS, type JsonSchema } from "@espalier/contract";
import type { Resolved } from "../finding.ts";
import { refuse } from "./refuse.ts";
import { writeSchema } from "./schema/write-schema.ts";
import type { At, Reader } from "./types/reader.ts";
import type { Shape } from "./types/shape.ts";

/** The schema of a shape that has been read, unless reading it met problems. */
export function finished(reader: Reader, shape: Shape, at: At, annotations: boolean): Resolved<JsonSchema> {
  if (reader.findings.length > 0) return refuse(...reader.findings);
  const written = writeSchema(shape, annotations);
  if ("schema" in written) return { ok: true, value: written.schema, findings: [] };
  const limit =
    written.exceeds === "size"
      ? `larger than ${LIMITS.schemaBytes} bytes, the most that a gateway takes`
      : `deeper than ${LIMITS.schemaDepth} levels, the most that a gateway takes`;
  return refuse({
    code: "unserializable-type",
    message: `"${at.path}" has a type whose schema is ${limit}.`,
    hint: "Write a smaller type with what is used of it.",
    place: at.place,
  });
}
