import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { script, workflow } from "../fixtures/bundles.ts";
import { refused as refusedBy, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { ATTACKS, type Attack } from "./fixtures/attacks.ts";
import { isDeeperThan } from "./index.ts";

let bench: TestGateway;
beforeAll(async () => {
  bench = await startGateway();
});
afterAll(() => bench.close());

/** Gives back the value that the message holds as JSON. */
const bundleOf = ({ schema }: Attack, index: number) =>
  workflow(`attack-${index}`, [script("return JSON.parse(input[0].content)", { returns: schema })]);

const numbered = ATTACKS.map((attack, index) => ({ ...attack, index }));

test("schemas are refused when they are registered, with the reason and the place", async () => {
  for (const attack of numbered.filter(({ refused }) => refused !== undefined)) {
    const { status, message, param } = refusedBy(
      await bench.send("/v1/workflows", { json: bundleOf(attack, attack.index) }),
    );
    expect([attack.kind, status, message]).toEqual([attack.kind, 400, expect.stringContaining(attack.refused!)]);
    expect(param).toMatch(/^\/nodes\/0\//);
  }
});

/** A program gets at most 1 MB, and gives back nothing deeper than 200 levels; and of large ones some are enough here. */
function canBeGivenBack({ value }: Attack): boolean {
  return !isDeeperThan(value) && JSON.stringify(value).length < 60_000;
}

test("values are judged at the end of a run, and the gateway goes on", async () => {
  const attacks = numbered.filter((attack) => attack.refused === undefined && canBeGivenBack(attack));
  expect(attacks.length).toBeGreaterThan(20);
  await bench.install(...attacks.map((attack) => bundleOf(attack, attack.index)));
  for (const { kind, index, value, answer } of attacks) {
    const got = await bench.chat(`workflow/attack-${index}`, JSON.stringify(value));
    if (answer === undefined) expect([kind, got.status]).toEqual([kind, 200]);
    else expect([kind, got.status, refusedBy(got).message]).toEqual([kind, 500, expect.stringContaining(answer)]);
  }
  expect((await bench.send("/health/liveness")).status).toBe(200);
  expect(bench.reported).toEqual([]);
});
