import { canonicalJson, digestOfText, LIMITS, type Json, type JsonSchema } from "@espalier/contract";
import { createCache } from "../engine/cache.ts";
import type { Validator } from "../engine/index.ts";
import { UnusableSchemaError } from "./check.ts";
import { compileSchema, type CompiledSchema } from "./compile-schema.ts";
import { isDeeperThan, MAX_JSON_DEPTH } from "./json-depth.ts";
import { PATTERN_MEMORY } from "./patterns/linear-pattern.ts";
import { ExhaustedError, Run } from "./run.ts";
import { sentence } from "./words.ts";

/** Validates values against schemas that come from outside. */
export interface SchemaValidator {
  /** One sentence about the first thing that is wrong, or undefined. Never throws, never runs away. */
  readonly validate: Validator;
  /** Why a schema cannot be used at all, or undefined. */
  readonly refuse: (schema: JsonSchema) => string | undefined;
}

export interface SchemaValidatorOptions {
  /** Bytes that compiled schemas may take, about; beyond, those used longest ago are dropped. */
  readonly maxBytes?: number;
  /** Told of each schema that is compiled. */
  readonly onCompile?: (digest: string) => void;
}

const MAX_BYTES = 128 * 1024 * 1024;

/** What a compiled schema takes: for each byte of its text, and at least. It bounds how many are kept. */
export const BYTES_PER_BYTE = 16;
export const BYTES_PER_SCHEMA = 16 * 1024;

export function createSchemaValidator(options: SchemaValidatorOptions = {}): SchemaValidator {
  const { maxBytes = MAX_BYTES, onCompile } = options;
  const compiledByDigest = createCache<string, CompiledSchema>(maxBytes);
  // Schemas stay as long as their bundles, which is no reason to keep what they compile to.
  const digests = new WeakMap<JsonSchema, string>();

  function compiled(schema: JsonSchema): CompiledSchema {
    const known = digests.get(schema);
    return (known === undefined ? undefined : compiledByDigest.get(known)) ?? compile(schema);
  }

  /** The same schema is compiled once, however many nodes and bundles carry it. */
  function compile(schema: JsonSchema): CompiledSchema {
    if (isDeeperThan(schema)) throw new UnusableSchemaError(`it nests deeper than ${MAX_JSON_DEPTH} levels`);
    const text = canonicalJson(schema);
    const bytes = Buffer.byteLength(text);
    if (bytes > LIMITS.schemaBytes) throw new UnusableSchemaError(`it has more than ${LIMITS.schemaBytes} bytes`);
    const digest = digestOfText(text);
    let result = compiledByDigest.get(digest);
    if (result === undefined) {
      result = compileSchema(schema);
      onCompile?.(digest);
      const size = Math.max(BYTES_PER_SCHEMA, bytes * BYTES_PER_BYTE) + result.patterns * PATTERN_MEMORY;
      compiledByDigest.set(digest, result, size);
    }
    digests.set(schema, digest);
    return result;
  }

  return {
    validate: (schema, value) => explain(() => run(compiled(schema), value)),
    refuse: (schema) => explain(() => void compiled(schema)),
  };
}

function run({ check }: CompiledSchema, value: Json): string | undefined {
  if (isDeeperThan(value)) return `the value nests deeper than ${MAX_JSON_DEPTH} levels`;
  const run = new Run();
  return check(value, run, undefined) ? undefined : sentence(run.mismatch!);
}

function explain(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExhaustedError) return error.message;
    if (error instanceof RangeError) return "the schema recurses too deeply for this value";
    return `the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}
