import type { Json, JsonSchema } from "@espalier/contract";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** Says why a literal is not valid under a schema; undefined when it is. */
export type LiteralValidator = (value: Json, schema: JsonSchema) => string | undefined;

/** A validator of literals. It compiles each schema once. */
export function createLiteralValidator(): LiteralValidator {
  let ajv: Ajv2020 | undefined;
  const compiled = new Map<JsonSchema, ReturnType<typeof compile>>();
  const compile = (schema: JsonSchema) => {
    try {
      return (ajv ??= createAjv()).compile(schema);
    } catch {
      // A pattern that is no regular expression, say: where the schema comes from reports it.
      return undefined;
    }
  };
  return (value, schema) => {
    if (!compiled.has(schema)) compiled.set(schema, compile(schema));
    const validate = compiled.get(schema);
    if (validate === undefined || validate(value)) return undefined;
    return validate.errors?.[0] === undefined ? "it is not valid" : problemOf(validate.errors[0]);
  };
}

/** Making one takes longer than most workflows take to check. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  return ajv;
}

function problemOf(error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  const where = path === "" ? "it" : JSON.stringify(path);
  const { allowedValues, additionalProperty } = error.params as Record<string, unknown>;
  if (Array.isArray(allowedValues)) {
    return `${where} must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  if (typeof additionalProperty === "string") return `${where} must not have ${JSON.stringify(additionalProperty)}`;
  return `${where} ${error.message ?? "is not valid"}`;
}
