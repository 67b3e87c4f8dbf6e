import type { JsonSchema } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { pairs } from "./fixtures/pairs.ts";
import { documents, values } from "./fixtures/schemas.ts";
import { witnesses } from "./fixtures/witnesses.ts";
import { assign } from "./index.ts";

const samples = fc.array(values, { minLength: 30, maxLength: 60 });

function validator(schema: JsonSchema): ValidateFunction {
  // To compile the schema of schemas anew each time takes far longer than all else.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
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

test("no sample contradicts `yes`, and the example of each `no` is valid for the source and invalid for the target", () => {
  const said = { yes: 0, no: 0, maybe: 0 };
  fc.assert(
    fc.property(pairs, samples, ([source, target], candidates) => {
      const outcome = assign(source, target);
      said[outcome.verdict]++;
      if (outcome.verdict === "maybe") return;
      const [fromSource, fromTarget] = [validator(source), validator(target)];
      if (outcome.verdict === "no") {
        const { example } = outcome;
        const valid = { source: fromSource(example), target: fromTarget(example) };
        expect({ example, ...valid }).toEqual({ example, source: true, target: false });
        return;
      }
      for (const value of [...candidates, ...witnesses(source, 30)])
        if (fromSource(value)) expect(fromTarget(value)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(said.yes, said.no)).toBeGreaterThan(50);
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
    { numRuns: 100 },
  );
});
