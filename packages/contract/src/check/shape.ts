import { v1, v2, tags } from "../generated/validators.ts";
import type { Issue } from "../issue.ts";
import { below, oneOf, Report } from "./report.ts";

/** What Ajv's generated code leaves in `errors`. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Validator {
  (value: unknown): boolean;
  errors?: SchemaError[] | null;
}

const VALIDATORS = { v1: v1 as Validator, v2: v2 as Validator };
const TAGS = tags as Record<"v1" | "v2", Readonly<Record<string, readonly string[]>>>;

/** What the JSON Schema of a contract version has to say about a bundle. */
export function checkShape(bundle: unknown, version: 1 | 2): Issue[] {
  const validate = VALIDATORS[`v${version}`];
  if (validate(bundle)) return [];
  const report = new Report();
  for (const error of validate.errors ?? []) {
    const found = describe(error, version);
    if (found !== undefined) report.add(...found);
  }
  return report.issues;
}

type Described = [code: string, message: string, pointer: string];

/** Undefined for errors that only repeat what another one says. */
function describe({ instancePath, keyword, params }: SchemaError, version: 1 | 2): Described | undefined {
  switch (keyword) {
    case "if":
      return undefined;
    case "discriminator":
      return wrongTag(params, instancePath, version);
    case "required":
      return ["missing_key", `The key "${String(params["missingProperty"])}" is missing.`, instancePath];
    case "additionalProperties": {
      const key = String(params["additionalProperty"]);
      return ["unknown_key", `The key "${key}" does not belong here.`, below(instancePath, key)];
    }
    case "type":
      return ["wrong_type", `This must be ${article(String(params["type"]))}.`, instancePath];
    case "const":
      return ["invalid_value", `This must be ${oneOf([params["allowedValue"]])}.`, instancePath];
    case "enum":
      return ["invalid_value", `This must be ${oneOf(params["allowedValues"] as unknown[])}.`, instancePath];
    case "pattern":
      return ["invalid_name", `This must match ${String(params["pattern"])}.`, instancePath];
    case "minItems":
    case "minLength":
    case "minProperties":
      return ["empty", "This must not be empty.", instancePath];
    default:
      return ["out_of_range", `This must be ${String(params["comparison"])} ${String(params["limit"])}.`, instancePath];
  }
}

function wrongTag(params: SchemaError["params"], pointer: string, version: 1 | 2): Described | undefined {
  const { tag, tagValue } = params;
  if (tagValue === undefined) return undefined; // reported as a missing key
  const allowed = `In contract version ${version} this must be ${oneOf(TAGS[`v${version}`][String(tag)] ?? [])}.`;
  return ["invalid_value", allowed, below(pointer, String(tag))];
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
