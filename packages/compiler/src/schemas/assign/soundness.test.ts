import type { JsonSchema } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { pairs } from "./fixtures/pairs.ts";
import { documents, values } from "./fixtures/schemas.ts";
import { witnesses } from "./fixtures/witnesses.ts";
import { assign } from "./index.ts";

const samples = fc.array(values, { minLength: 30, maxLength: 60 });

/** Whether Ajv finds a value valid; undefined when it cannot tell: some validators that keep count of what was seen throw. */
function validator(schema: JsonSchema): (value: unknown) => boolean | undefined {
  // To compile the schema of schemas anew each time takes far longer than all else.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  // Only `unevaluated…` needs that count.
  ajv.opts.unevaluated = JSON.stringify(schema).includes('"unevaluated');
  const validate = attempt(() => ajv.compile(schema));
  return (value) => attempt(() => validate?.(value) as boolean | undefined);
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** A schema that allows no more than another one, and shares its definitions. */
function restricted(schema: JsonSchema, by: JsonSchema): JsonSchema {
  const { $defs = {}, ...own } = schema;
  const { $defs: other = {}, ...rest } = JSON.parse(JSON.stringify(by).replaceAll("#/$defs/A", "#/$defs/B"));
  return { allOf: [own, rest], $defs: { ...$defs, B: { ...other.A } } };
}

test("no sample contradicts `yes`, and the example of each `no` is valid for the source and invalid for the target", () => {
  const said = { yes: 0, no: 0, maybe: 0 };
  let shown = 0;
  fc.assert(
    fc.property(pairs, samples, ([source, target], candidates) => {
      const outcome = assign(source, target);
      said[outcome.verdict]++;
      if (outcome.verdict === "maybe") return;
      const [fromSource, fromTarget] = [validator(source), validator(target)];
      if (outcome.verdict === "no") {
        const { example } = outcome;
        if (fromSource(example) === true && fromTarget(example) === false) shown++;
        const wrong = { source: fromSource(example) === false, target: fromTarget(example) === true };
        expect({ example, ...wrong }).toEqual({ example, source: false, target: false });
        return;
      }
      for (const value of [...candidates, ...witnesses(source, 30)])
        if (fromSource(value) === true) expect(fromTarget(value)).not.toBe(false);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(said.yes, said.no, shown)).toBeGreaterThan(50);
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
