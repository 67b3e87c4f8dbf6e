import { equalSchemas, type JsonSchema } from "@espalier/contract";
import type { StandardJsonSchema } from "@espalier/jsx";
import type { ModelReference } from "../build/tree.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { messageOf } from "../diagnostics/wording.ts";
import { numberDefinitions } from "../schemas/number-definitions.ts";
import { openForm } from "../schemas/open.ts";
import { selfContained } from "../schemas/self-contained.ts";
import type { Sources } from "./sources.ts";

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
  const input = attempt(() => standard.jsonSchema.input(TARGET));
  if (!input.ok) {
    reporter.report(at, "unserializable-type", "library", { vendor, problem: sentence(input.problem) });
    return undefined;
  }
  const schema = checked(input.value, at, reporter);
  if (schema === undefined) return undefined;
  if (changesValues(model, schema)) reporter.report(at, "transformed-response-model", "differs", { vendor });
  return vendor === "arktype" ? numberDefinitions(schema) : schema;
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
