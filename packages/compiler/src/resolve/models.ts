import { equalSchemas, type JsonSchema } from "@espalier/contract";
import type { StandardJsonSchema } from "@espalier/jsx";
import type { ModelReference } from "../build/tree.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { messageOf } from "../diagnostics/wording.ts";
import { numberDefinitions } from "../schemas/number-definitions.ts";
import { openForm } from "../schemas/open.ts";
import { selfContained } from "../schemas/self-contained.ts";
import { type ArkTypeGaps, arkTypeOptions } from "./arktype-fallback.ts";
import type { Sources } from "./sources.ts";
import { zodCode } from "./zod-code.ts";

const TARGET = { target: "draft-2020-12" } as const;

/** The schema of a response model; undefined, and reported, when there is none. */
export function resolveModel(
  model: ModelReference,
  at: Origin,
  sources: Sources,
  reporter: Reporter,
): JsonSchema | undefined {
  switch (model.kind) {
    case "invalid":
      return undefined;
    case "type": {
      const schema = sources.modelSchema(model.place);
      reporter.found(at, schema.findings);
      return schema.ok ? schema.value : undefined;
    }
    case "schema":
      return checked(model.schema, at, reporter);
    case "library":
      return librarySchema(model.value, at, reporter);
  }
}

function checked(schema: unknown, at: Origin, reporter: Reporter): JsonSchema | undefined {
  const result = selfContained(schema);
  if (result.ok) return result.schema;
  reporter.report(at, "invalid-prop", "schema", { problem: result.problem });
  return undefined;
}

/** The library writes the schema of what it reads: that is what the model must answer. */
function librarySchema(model: StandardJsonSchema, at: Origin, reporter: Reporter): JsonSchema | undefined {
  const standard = model["~standard"];
  const vendor = typeof standard.vendor === "string" ? standard.vendor : "The library";
  const gaps: ArkTypeGaps = { names: [], hasChecks: false };
  const options = vendor === "arktype" ? { ...TARGET, ...arkTypeOptions(gaps) } : TARGET;
  const read = attempt(() => ({
    input: standard.jsonSchema.input(options),
    code: vendor === "zod" ? zodCode(model) : [],
  }));
  if (!read.ok) return refuseLibrary(vendor, sentence(read.problem), at, reporter);
  const { input, code } = read.value;
  const [name] = [...gaps.names, ...code.flatMap((one) => (one.kind === "notJson" ? [one.name] : []))];
  if (name !== undefined) return refuseLibrary(vendor, `JSON has no form for "${name}".`, at, reporter);
  const schema = checked(input, at, reporter);
  if (schema === undefined) return undefined;
  if (code.some(({ kind }) => kind === "changes") || changesValues(model, schema)) {
    reporter.report(at, "transformed-response-model", "differs", { vendor });
  } else if (gaps.hasChecks || code.some(({ kind }) => kind === "checks")) {
    reporter.report(at, "transformed-response-model", "lostChecks", { vendor });
  }
  return vendor === "arktype" ? numberDefinitions(schema) : schema;
}

function refuseLibrary(vendor: string, problem: string, at: Origin, reporter: Reporter): undefined {
  reporter.report(at, "unserializable-type", "library", { vendor, problem });
}

/** Whether what the library gives out differs from what it reads. Some libraries close objects on the way out only. */
function changesValues(model: StandardJsonSchema, input: JsonSchema): boolean {
  const { output } = model["~standard"].jsonSchema as { output?: (options: typeof TARGET) => unknown };
  if (typeof output !== "function") return false;
  const result = attempt(() => output.call(model["~standard"].jsonSchema, TARGET));
  if (!result.ok) return true;
  const schema = selfContained(result.value);
  return !schema.ok || !equalSchemas(openForm(input), openForm(schema.schema));
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

function attempt<T>(call: () => T): Attempt<T> {
  try {
    return { ok: true, value: call() };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

function sentence(text: string): string {
  const line = text.split("\n", 1)[0]?.trim() ?? "";
  return line.endsWith(".") ? line : `${line}.`;
}
