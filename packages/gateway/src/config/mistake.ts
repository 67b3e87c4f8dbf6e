import type { JsonSchema } from "@espalier/contract";
import type { ErrorObject } from "ajv/dist/2020.js";
import leven from "leven";

/** What is wrong with a configuration, and how to mend it. */
export interface Mistake {
  /** JSON Pointer of the place. */
  readonly pointer: string;
  /** As `pointer`, with the name that should not be there. */
  readonly exact: string;
  /** A sentence whose subject is the place. */
  readonly text: string;
  readonly hint: string | undefined;
}

/** The mistake that is worth telling first: a key that is misspelt is also one that is missing. */
export function describeMistake(errors: readonly ErrorObject[], value: unknown): Mistake {
  const error = errors.find(({ keyword }) => keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) return { pointer: "", exact: "", text: "is not a configuration", hint: undefined };
  const pointer = error.instancePath;
  const name = (error.params["additionalProperty"] as string | undefined) ?? error.propertyName;
  const exact = name === undefined ? pointer : `${pointer}/${escapePart(name)}`;
  return { pointer, exact, ...explain(error, value) };
}

type Told = Omit<Mistake, "pointer" | "exact">;

function escapePart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function explain(error: ErrorObject, value: unknown): Told {
  const { keyword, params, instancePath } = error;
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(String(params["additionalProperty"]), error.parentSchema as JsonSchema);
    case "required":
      return missingKey(String(params["missingProperty"]));
    case "enum":
      return notOneOf(instancePath, params["allowedValues"] as readonly string[], value);
    case "pattern":
      return {
        text: `has the name ${JSON.stringify(error.propertyName ?? "")}, which no model can have`,
        hint: "names have 1 to 128 characters, no spaces, and do not begin with workflow/",
      };
    case "type":
      return { text: `must be ${TYPES.get(String(params["type"])) ?? String(params["type"])}`, hint: undefined };
    case "minLength":
      return { text: "must not be empty", hint: undefined };
    case "minimum":
      return { text: `must be at least ${params["limit"]}`, hint: undefined };
    case "exclusiveMinimum":
      return { text: `must be more than ${params["limit"]}`, hint: undefined };
    case "maximum":
      return { text: `must be at most ${params["limit"]}`, hint: undefined };
    default:
      return { text: error.message ?? "is wrong", hint: undefined };
  }
}

const TYPES = new Map([
  ["object", "an object"],
  ["integer", "a whole number"],
  ["integer,null", "a whole number or null"],
  ["number", "a number"],
  ["string", "text"],
]);

/** What people write where a key would stand, with or without its usual prefix. */
const SECRETS = /^(?:api|auth|secret|access|bearer)?[-_]?(?:key|token|secret)$/i;

function unknownKey(key: string, schema: JsonSchema): Told {
  const text = `has no setting ${JSON.stringify(key)}`;
  const known = Object.keys(schema["properties"] ?? {}).filter((each) => each !== "$schema");
  if (known.includes("apiKeyEnv") && SECRETS.test(key))
    return { text, hint: "keys do not stand in the file: put yours into a variable, and name that in apiKeyEnv" };
  const near = nearest(key, known);
  return { text, hint: near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?` };
}

function nearest(key: string, known: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replace(/[-_]/g, "").toLowerCase();
  const limit = Math.max(1, Math.floor(key.length / 3));
  const [best] = known
    .map((name) => ({ name, distance: leven(plain(key), plain(name)) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

function missingKey(key: string): Told {
  const hint =
    key === "baseUrl"
      ? 'write "baseUrl": "https://api.example.com/v1", or "provider": "sample" for made-up data'
      : undefined;
  return { text: `has no ${key}`, hint };
}

function notOneOf(pointer: string, allowed: readonly string[], value: unknown): Told {
  const written = JSON.stringify(valueAt(value, pointer)) ?? "nothing";
  const text = `is ${written.length > 40 ? "something else" : written}: it must be ${allowed.map((each) => `"${each}"`).join(" or ")}`;
  const hint = pointer.endsWith("/provider")
    ? '"openai" is every endpoint that takes POST <baseUrl>/chat/completions as OpenAI does; most vendors have one'
    : undefined;
  return { text, hint };
}

function valueAt(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
