import type { StandardJsonSchema } from "@espalier/jsx";
import { expect, test } from "@jest/globals";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { createReporter } from "../diagnostics/reporter.ts";
import { settingsOf } from "../options.ts";
import { resolveModel } from "./models.ts";
import type { Sources } from "./sources.ts";

/** The codes and messages about a response model, and its schema. */
function resolved(value: unknown) {
  const reporter = createReporter(settingsOf({ root: "/project" }));
  const at = { place: { file: "/project/flow.tsx", line: 1, column: 1 }, stack: [] };
  const schema = resolveModel({ kind: "library", value: value as StandardJsonSchema }, at, {} as Sources, reporter);
  return { schema, told: reporter.diagnostics().map(({ code, message }) => `${code}: ${message}`) };
}

const lazy: z.ZodType = z.lazy(() => z.array(z.object({ next: lazy, name: z.string().trim() })));

const cannot = (vendor: string, problem: string): string =>
  `unserializable-type: ${vendor} cannot write this response model as JSON Schema: ${problem}`;
const noForm = (vendor: string, name: string): string => cannot(vendor, `JSON has no form for "${name}".`);
const changes = (vendor: string): string =>
  `transformed-response-model: This response model of ${vendor} changes what it reads, and the change does not run in the workflow.`;
const checks = (vendor: string): string =>
  `transformed-response-model: This response model of ${vendor} has checks that JSON Schema cannot say, and they do not run in the workflow.`;

const REFUSED: readonly [title: string, model: unknown, told: string][] = [
  ["a Date of ArkType", type({ due: "Date" }), noForm("arktype", "Date")],
  ["a Date beside a string", type({ due: "Date | string" }), noForm("arktype", "Date")],
  ["a Date within limits", type({ due: "Date > d'2020-01-01'" }), noForm("arktype", "Date")],
  ["a bigint of ArkType", type({ n: "bigint" }), noForm("arktype", "bigint")],
  ["undefined of ArkType", type({ n: "string | undefined" }), noForm("arktype", "undefined")],
  ["a Map of ArkType", type({ n: "Map" }), noForm("arktype", "Map")],
  ["bytes of ArkType", type({ n: "TypedArray.Uint8" }), noForm("arktype", "Uint8Array")],
  ["a function of ArkType", type({ n: "Function" }), noForm("arktype", "Function")],
  ["a key that is a symbol", type({ [Symbol.for("x")]: "string" }), noForm("arktype", "symbol")],
  ["a Date of zod", z.object({ due: z.date() }), cannot("zod", "Date cannot be represented in JSON Schema.")],
  ["a file of zod", z.object({ scan: z.file() }), noForm("zod", "file")],
  ["a promise of zod", z.object({ later: z.promise(z.string()) }), noForm("zod", "promise")],
  [
    "a Date of valibot",
    toStandardJsonSchema(v.object({ due: v.date() })),
    cannot("valibot", 'The "date" schema cannot be converted to JSON Schema.'),
  ],
  [
    "a check of valibot",
    toStandardJsonSchema(
      v.pipe(
        v.string(),
        v.check((text) => text !== ""),
      ),
    ),
    cannot("valibot", 'The "check" action cannot be converted to JSON Schema.'),
  ],
];

test.each(REFUSED)("%s is refused", (_title, model, told) => {
  expect(resolved(model)).toEqual({ schema: undefined, told: [told] });
});

const WARNED: readonly [title: string, model: unknown, told: string][] = [
  ["a parsed date of ArkType", type({ due: "string.date.parse" }), changes("arktype")],
  ["a check of ArkType", type({ due: type("string").narrow((text) => text !== "") }), checks("arktype")],
  ["a transform of zod", z.object({ n: z.string().transform(Number) }), changes("zod")],
  ["a preprocessed value", z.object({ n: z.preprocess(String, z.string()) }), changes("zod")],
  ["a trimmed text", z.object({ n: z.string().trim() }), changes("zod")],
  ["a caught mistake", z.object({ n: z.string().catch("none") }), changes("zod")],
  [
    "a refined text, inside much else",
    z.record(z.string(), z.tuple([z.string().refine(Boolean)]).nullable()),
    checks("zod"),
  ],
  ["a refined object", z.object({ n: z.string() }).refine(Boolean), checks("zod")],
  ["a schema inside itself", lazy, changes("zod")],
];

test.each(WARNED)("%s is warned about", (_title, model, told) => {
  const { schema, told: all } = resolved(model);
  expect(all).toEqual([told]);
  expect(schema).toBeDefined();
});

test.each<[title: string, model: unknown]>([
  ["ArkType", type({ name: "string.email", "n?": "0 <= number.integer < 9", list: "string[] >= 1" })],
  ["zod", z.object({ name: z.email(), n: z.int().min(0).optional(), list: z.array(z.string().regex(/a/)).min(1) })],
  ["zod's coercion, of what is right already", z.object({ n: z.coerce.number() })],
  ["valibot", toStandardJsonSchema(v.object({ name: v.pipe(v.string(), v.email(), v.minLength(1)) }))],
])("what JSON Schema can say raises nothing: %s", (_title, model) => {
  expect(resolved(model).told).toEqual([]);
});
