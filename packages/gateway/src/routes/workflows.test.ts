import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { canonicalJson, digest, type Bundle, type JsonSchema } from "@espalier/contract";
import { readdirSync, readFileSync } from "node:fs";
import { echo, script, workflow } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";

let bench: TestGateway;
beforeAll(async () => {
  bench = await startGateway();
});
afterAll(() => bench.close());

const register = (bundle: unknown) => bench.send("/v1/workflows", { json: bundle });
const publish = (name: string, json: unknown = {}) => bench.send(`/v1/workflows/${name}/publish`, { json });
const unpublish = (name: string) => bench.send(`/v1/workflows/${name}/unpublish`, { json: {} });

const folder = new URL("../../../../fixtures/bundles/", import.meta.url);
const files = (kind: string): string[] =>
  ["v1", "v2"].flatMap((version) =>
    readdirSync(new URL(`${version}/${kind}/`, folder)).map((name) => `${version}/${kind}/${name}`),
  );
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

describe("registering", () => {
  test.each(files("invalid"))("refuses %s, and says where", async (file) => {
    const { bundle, issues } = read(file) as { bundle: unknown; issues: { code: string; pointer: string }[] };
    const answer = refused(await register(bundle));
    const wrongVersion = issues[0]!.code === "unsupported_contract_version";
    expect(answer).toMatchObject({
      status: 400,
      code: wrongVersion ? "unsupported_contract_version" : "invalid_bundle",
      param: issues[0]!.pointer,
    });
    for (const { pointer } of issues) expect(answer.message).toContain(`${pointer || "/"}: `);
  });

  test.each(files("valid"))("takes %s, gives it back byte for byte, and takes it again", async (file) => {
    const bundle = read(file) as Bundle;
    const first = await register(bundle);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ name: bundle.name, version: expect.any(Number), digest: digest(bundle) });
    const again = await register(JSON.parse(canonicalJson(bundle)));
    expect([again.status, again.body]).toEqual([200, first.body]);
    const kept = await bench.send(`/v1/workflows/${bundle.name}/versions/${first.body.version}`);
    expect(canonicalJson(kept.body)).toBe(canonicalJson(bundle));
  });

  test("takes no retry of a container: it would multiply those within", async () => {
    const sequence = {
      id: "node_1",
      type: "sequence",
      nodes: [{ ...script("return 1"), id: "node_2" }],
      output_schema: {},
    };
    const retry = { max_attempts: 3, initial_backoff_seconds: 1, backoff_multiplier: 1, max_backoff_seconds: 1 };
    const bundle = (node: object) => ({ ...echo("retries"), nodes: [node], output_schema: {} });
    expect((await register(bundle(sequence))).status).toBe(201);
    expect(refused(await register(bundle({ ...sequence, retry })))).toMatchObject({
      status: 400,
      code: "invalid_bundle",
      param: "/nodes/0/retry",
    });
  });

  test("names the contract versions that this gateway takes", async () => {
    const { contract_versions } = (await bench.send("/v1/contract")).body;
    expect(contract_versions).toEqual([1, 2]);
    expect(refused(await register({ ...echo("new"), contract_version: 3 }))).toEqual({
      status: 400,
      code: "unsupported_contract_version",
      param: "/contract_version",
      message: "/contract_version: Contract version 3 is not supported; the versions known here are 1 and 2.",
    });
  });

  test.each([[null], [5], ["x"], [[]], [{}], [[{}]], [{ contract_version: "2" }], [true]])(
    "refuses %j",
    async (body) => {
      expect(refused(await register(body)).status).toBe(400);
    },
  );

  test("tells no more than 20 issues", async () => {
    const nodes = Array.from({ length: 60 }, () => ({ id: 1 }));
    const { message } = refused(await register({ ...echo("many"), nodes }));
    expect(message.split("\n")).toHaveLength(20);
  });

  test("refuses a schema that its validator cannot use, with the place", async () => {
    const pattern = workflow("pattern", [script("return 1", { returns: { type: "string", pattern: "^(?=x)" } })]);
    expect(refused(await register(pattern))).toMatchObject({
      status: 400,
      code: "unsupported_schema",
      param: "/nodes/0/output_schema",
    });
  });

  test("takes a schema as deep as the contract does", async () => {
    let returns: JsonSchema = { type: "string" };
    for (let depth = 0; depth < 198; depth++) returns = { type: "array", items: returns };
    expect((await register(workflow("deep-schema", [script("return 1", { returns })]))).status).toBe(201);
  });
});

describe("publishing", () => {
  const versions = [echo("pub"), { ...echo("pub"), description: "second" }, { ...echo("pub"), description: "third" }];
  beforeAll(async () => {
    for (const version of versions) await register(version);
  });

  const liveVersion = async () => (await bench.send("/v1/workflows/pub")).body.live_version;

  test("moves the live pointer to any version, again and again", async () => {
    expect(await liveVersion()).toBeNull();
    expect((await publish("pub")).body).toEqual({ name: "pub", version: 3 });
    expect((await publish("pub", { version: 1 })).body).toEqual({ name: "pub", version: 1 });
    expect((await publish("pub", { version: 1 })).body).toEqual({ name: "pub", version: 1 });
    expect(await liveVersion()).toBe(1);
  });

  test("is independent of registering", async () => {
    await publish("pub", { version: 2 });
    await register({ ...echo("pub"), description: "fourth" });
    expect(await liveVersion()).toBe(2);
  });

  test("is undone as often as one likes", async () => {
    await publish("pub", { version: 2 });
    for (let time = 0; time < 2; time++) expect((await unpublish("pub")).body).toEqual({ name: "pub" });
    expect(await liveVersion()).toBeNull();
  });

  test.each<[unknown, string]>([
    [{ version: "1" }, "version must be a whole number from 1"],
    [{ version: 0 }, "version must be a whole number from 1"],
    [{ version: 1.5 }, "version must be a whole number from 1"],
    [{ version: 1e300 }, "version must be a whole number from 1"],
    [{ version: null }, "version must be a whole number from 1"],
    [{ versoin: 1 }, 'the body takes version, not "versoin"'],
    [[], "the body must be a JSON object"],
    [1, "the body must be a JSON object"],
  ])("refuses %j", async (body, message) => {
    expect(refused(await publish("pub", body))).toMatchObject({ status: 400, message });
  });

  test("of what is not there is refused", async () => {
    expect(refused(await publish("pub", { version: 99 }))).toMatchObject({
      status: 404,
      code: "version_not_found",
      message: 'the workflow "pub" has no version 99',
    });
    for (const answer of [await publish("none"), await unpublish("none"), await publish("none", { version: 1 })])
      expect(refused(answer)).toMatchObject({
        status: 404,
        code: "workflow_not_found",
        message: 'there is no workflow "none"',
      });
  });
});

describe("reading", () => {
  beforeAll(async () => {
    await register(echo("read"));
    await register({ ...echo("read"), description: "newer" });
    await publish("read", { version: 1 });
  });

  test("lists every workflow once, with what its newest version says", async () => {
    const { data, object } = (await bench.send("/v1/workflows")).body;
    expect(object).toBe("list");
    expect(data.filter((row: { name: string }) => row.name === "read")).toEqual([
      {
        object: "workflow",
        name: "read",
        description: "newer",
        live_version: 1,
        latest_version: 2,
        created_at: expect.any(Number),
      },
    ]);
  });

  test("gives a workflow with its versions, newest first", async () => {
    const { body } = await bench.send("/v1/workflows/read");
    const now = Date.now() / 1000;
    expect(body.created_at).toBeGreaterThan(now - 60);
    expect(body.created_at).toBeLessThanOrEqual(now);
    expect(body.versions).toEqual(
      [{ ...echo("read"), description: "newer" }, echo("read")].map((bundle, index) => ({
        version: 2 - index,
        digest: digest(bundle),
        contract_version: 2,
        created_at: expect.any(Number),
      })),
    );
  });

  test("takes names however they are escaped", async () => {
    expect((await bench.send("/v1/workflows/%72ead")).body.name).toBe("read");
  });

  test.each(["none", "re%2Fad", "a%00b", "%E2%82%AC", "..%2f", "read%20", "READ", "%22quoted%22"])(
    "has no workflow %s",
    async (name) => {
      const expected = { status: 404, code: "workflow_not_found" };
      expect(refused(await bench.send(`/v1/workflows/${name}`))).toMatchObject(expected);
      expect(refused(await bench.send(`/v1/workflows/${name}/versions/1`))).toMatchObject(expected);
    },
  );

  test.each(["0", "3", "01", "-1", "1.0", "1e0", "x", "99999999999999"])("has no version %s", async (version) => {
    expect(refused(await bench.send(`/v1/workflows/read/versions/${version}`))).toMatchObject({
      status: 404,
      code: "version_not_found",
      message: `the workflow "read" has no version ${version}`,
    });
  });
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
