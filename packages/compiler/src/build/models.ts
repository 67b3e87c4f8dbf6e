import { isModel, isStandardJsonSchema } from "@espalier/jsx";
import type { ElementItem } from "@espalier/jsx/tree";
import type { Reporter } from "../diagnostics/reporter.ts";
import type { PropReader } from "./props.ts";
import type { ModelReference } from "./tree.ts";

/** The `responseModel` of a `ChatCompletion`; undefined when left out. */
export function readModel(item: ElementItem, props: PropReader, reporter: Reporter): ModelReference | undefined {
  const value = props.raw("responseModel");
  if (value === undefined) return undefined;
  if (isModel(value)) {
    if (value.schema !== undefined) return { kind: "schema", schema: value.schema };
    if (value.place !== undefined) return { kind: "type", place: value.place };
    reporter.report(item, "missing-type", "untagged", {});
    return { kind: "invalid" };
  }
  if (isStandardJsonSchema(value)) return { kind: "library", value };
  const expected =
    "schema<Type>(), jsonSchema({ … }) or a Standard JSON Schema of zod 4, arktype or valibot (through @valibot/to-json-schema)";
  props.wrongType("responseModel", expected, value);
  return { kind: "invalid" };
}
