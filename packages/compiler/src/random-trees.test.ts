import { checkBundle, equalSchemas, expansion } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { compileWith } from "./compile.ts";
import type { Compiled } from "./compiled.ts";
import { sortDiagnostics } from "./diagnostics/sort.ts";
import { MUTATIONS } from "./fixtures/random-trees/mutations.ts";
import { addOddValue } from "./fixtures/random-trees/odd-values.ts";
import { outlineOf } from "./fixtures/random-trees/outline.ts";
import { elementOf, FILE, type Spot } from "./fixtures/random-trees/plan.ts";
import { createRandom } from "./fixtures/random-trees/random.ts";
import { expansionOf, type ValidPlan, validPlan } from "./fixtures/random-trees/valid-plan.ts";

// Workflows that are right because of the way in which they are made, and the same with one known mistake or with
// something odd in them. A tree follows from its seed: `elementOf(validPlan(seed).workflow)` shows one that fails.

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
/** Ten thousand in all, unless a longer search is asked for. */
const runs = (share: number) => ({ numRuns: Math.ceil(Number(process.env["TREES"] ?? 10_000) * share) });

async function compiled({ workflow, world }: ValidPlan) {
  const { element, spots } = elementOf(workflow);
  const result = await compileWith(element, world.sources, { root: "/project" });
  checkPromises(result);
  return { ...result, spots, errors: result.diagnostics.filter(({ severity }) => severity === "error") };
}

/** What every diagnostic has, whatever was written. */
function checkPromises({ bundle, diagnostics }: Compiled): void {
  for (const { code, location, hint, url } of diagnostics) {
    expect(code).not.toBe("internal");
    expect(location).toEqual({ file: expect.any(String), line: expect.any(Number), column: expect.any(Number) });
    expect(hint).toMatch(/\S/);
    expect(url).toBe(`docs/diagnostics/${code}.md`);
  }
  expect(diagnostics).toEqual(sortDiagnostics(diagnostics));
  expect(diagnostics.length).toBeLessThanOrEqual(100);
  expect(bundle === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
}

const at = (line: number | undefined) => ({ file: FILE, line, column: 1 });

test("a workflow that is right gives its bundle, the same each time", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const plan = validPlan(seed);
      const { bundle, errors, json, map, spots } = await compiled(plan);
      expect(errors).toEqual([]);
      if (bundle === undefined) throw new Error("There is no bundle, and no error says why.");
      expect(expansion(bundle.nodes)).toBe(expansionOf(plan.workflow));
      expect(equalSchemas(bundle.output_schema, plan.result)).toBe(true);
      const { ofBundle, ofPlan } = outlineOf(bundle, plan.workflow, spots);
      expect(ofBundle).toEqual(ofPlan.map(({ type }, index) => ({ id: `node_${index + 1}`, type })));
      expect(Object.values(map?.nodes ?? {}).map(({ line }) => line)).toEqual(ofPlan.map(({ line }) => line));
      if (seed % 4 > 0) return;
      expect(checkBundle(bundle)).toEqual([]);
      expect((await compiled(validPlan(seed))).json).toBe(json);
    }),
    runs(0.2),
  );
}, 300_000);

test("a known mistake is one error, where it was made", async () => {
  const names = Object.keys(MUTATIONS);
  const made = new Set<string>();
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const plan = validPlan(seed);
      const random = createRandom(seed + 1);
      const turn = random.below(names.length);
      for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
        const mistake = MUTATIONS[name]?.(plan, random);
        if (mistake === undefined) continue;
        made.add(name);
        const { errors, spots } = await compiled(plan);
        const told = errors.map(({ code, location, componentStack }) => {
          return { code, location, components: componentStack.map((frame) => frame.location?.line) };
        });
        const { line, stack } = spots.get(mistake.at) as Spot;
        const expected = mistake.isComponent
          ? { code: mistake.code, location: at(stack.at(-1)), components: stack }
          : { code: mistake.code, location: at(line), components: stack };
        if (mistake.spreads) expect(told).toContainEqual(expected);
        else expect([name, told]).toEqual([name, [expected]]);
        return;
      }
    }),
    runs(0.6),
  );
  expect(names.filter((name) => !made.has(name))).toEqual([]);
}, 300_000);

test("something odd anywhere gives a bundle or errors", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const plan = validPlan(seed);
      const random = createRandom(seed + 2);
      addOddValue(plan, random);
      if (random.chance(30)) addOddValue(plan, random);
      const { bundle } = await compiled(plan);
      if (bundle !== undefined) expect(checkBundle(bundle)).toEqual([]);
    }),
    runs(0.2),
  );
}, 300_000);
