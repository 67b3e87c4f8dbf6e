import type { Json, JsonSchema } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { documents, values } from "./fixtures/schemas.ts";
import { witnesses } from "./fixtures/witnesses.ts";
import { assign } from "./index.ts";

const samples = fc.array(values, { minLength: 30, maxLength: 60 });

function validator(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, logger: false });
  // Keeping count of what was evaluated makes some of its validators throw, and only `unevaluated…` needs it.
  ajv.opts.unevaluated = false;
  return ajv.compile(schema);
}

/** A schema that allows no more than another one, and shares its definitions. */
function restricted(schema: JsonSchema, by: JsonSchema): JsonSchema {
  const { $defs = {}, ...own } = schema;
  const { $defs: other = {}, ...rest } = JSON.parse(JSON.stringify(by).replaceAll("#/$defs/A", "#/$defs/B"));
  return { allOf: [own, rest], $defs: { ...$defs, B: { ...other.A } } };
}

test("no value of the source is invalid for a target that it is said to fit", () => {
  let said = 0;
  fc.assert(
    fc.property(documents, documents, samples, (source, target, candidates) => {
      if (assign(source, target).verdict !== "yes") return;
      said++;
      const [fromSource, fromTarget] = [validator(source), validator(target)];
      for (const value of candidates) if (fromSource(value)) expect(fromTarget(value)).toBe(true);
    }),
    { numRuns: 400 },
  );
  expect(said).toBeGreaterThan(15);
});

test("a schema fits itself, and what it is a restriction or an alternative of", () => {
  fc.assert(
    fc.property(documents, documents, (schema, other) => {
      const { $defs = {}, ...own } = schema;
      expect(assign(schema, structuredClone(schema)).verdict).toBe("yes");
      expect(assign(schema, {}).verdict).toBe("yes");
      expect(assign(restricted(schema, other), schema).verdict).not.toBe("no");
      expect(assign(schema, { anyOf: [{ type: "null" }, own], $defs }).verdict).not.toBe("no");
      expect(assign(schema, { anyOf: [own, { not: own }], $defs }).verdict).not.toBe("no");
      expect(assign({ allOf: [own, { not: own }], $defs }, other).verdict).not.toBe("no");
    }),
    { numRuns: 200 },
  );
});

test("where a source is said not to fit, some value of it is invalid for the target", () => {
  let said = 0;
  let shown = 0;
  fc.assert(
    fc.property(documents, documents, samples, (source, target, candidates) => {
      if (assign(source, target).verdict !== "no") return;
      said++;
      const [fromSource, fromTarget] = [validator(source), validator(target)];
      const isWitness = (value: Json): boolean => fromSource(value) && !fromTarget(value);
      if (candidates.some(isWitness) || witnesses(source, 300).some(isWitness)) shown++;
    }),
    { numRuns: 150 },
  );
  expect(said).toBeGreaterThan(30);
  // The few others need values that chance does not find.
  expect(shown / said).toBeGreaterThan(0.8);
});
