import { expect, test } from "@jest/globals";
import { checkBundle } from "@espalier/contract";
import { script, workflow } from "../fixtures/bundles.ts";
import { ATTACKS } from "./fixtures/attacks.ts";
import { createSchemaValidator } from "./index.ts";

/**
 * Milliseconds of the processor. Each is answered within 50, and most within 5, where nothing else runs; the first ones
 * also warm up the engine. Validations count their steps, so that none can take longer the more it is given.
 */
const MOST_CPU = 500;

function timed<Result>(work: () => Result): Result {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(MOST_CPU);
  return result;
}

test.each(ATTACKS)("$kind ($source)", ({ schema, value, refused, answer }) => {
  const { refuse, validate } = createSchemaValidator();
  const bundle = workflow("attack", [script("return 1", { returns: schema })]);
  const issue = timed(() => checkBundle(bundle)[0]?.message ?? refuse(schema));
  if (refused === undefined) expect(issue).toBeUndefined();
  else expect(issue).toContain(refused);

  // Also where nobody has looked at the schema before.
  const said = timed(() => validate(schema, value));
  if (refused === undefined && answer === undefined) expect(said).toBeUndefined();
  if (answer !== undefined) expect(said).toContain(answer);
  expect((globalThis as { hacked?: boolean }).hacked).toBeUndefined();
});

test("each attack has a name of its own", () => {
  expect(new Set(ATTACKS.map(({ kind }) => kind)).size).toBe(ATTACKS.length);
});
