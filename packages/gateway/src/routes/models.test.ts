import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { echo } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";

let bench: TestGateway;
beforeAll(async () => {
  const openai = { baseUrl: "http://127.0.0.1:9/v1", apiKeyEnv: "UP_KEY" };
  const models = { "vendor/fast": openai, "50%25": openai, fake: { provider: "sample" } };
  bench = await startGateway({ python: "nowhere/python3", config: { models }, env: { UP_KEY: "sk-upstream" } });
  await bench.install(echo("live"));
  await bench.send("/v1/workflows", { json: echo("draft") });
});
afterAll(() => bench.close());

const model = (id: string, owned_by: string) => ({ id, object: "model", created: expect.any(Number), owned_by });

test("lists published workflows and aliases, and nothing of their keys", async () => {
  const { body, text } = await bench.send("/v1/models");
  expect(body).toEqual({
    object: "list",
    data: [
      model("workflow/live", "espalier"),
      model("vendor/fast", "openai"),
      model("50%25", "openai"),
      model("fake", "sample"),
    ],
  });
  expect(text).not.toContain("sk-upstream");
});

test.each([
  ["workflow/live", "workflow/live"],
  ["workflow%2Flive", "workflow/live"],
  ["vendor%2Ffast", "vendor/fast"],
  ["vendor/fast", "vendor/fast"],
  ["50%2525", "50%25"],
])("gives %s", async (path, id) => {
  expect((await bench.send(`/v1/models/${path}`)).body).toMatchObject({ id, object: "model" });
});

test.each([
  ["", ""],
  ["workflow/draft", "workflow/draft"],
  ["workflow/none", "workflow/none"],
  ["workflow%252Flive", "workflow%2Flive"],
  ["50%25", "50%"],
  ["__proto__", "__proto__"],
])("has no %s", async (path, id) => {
  expect(refused(await bench.send(`/v1/models/${path}`))).toEqual({
    status: 404,
    code: "model_not_found",
    param: null,
    message: `there is no model "${id}"`,
  });
});

test("says what it takes", async () => {
  const { body } = await bench.send("/v1/contract");
  expect(body).toEqual({
    contract_versions: [1, 2],
    languages: ["javascript"],
    unavailable: {
      python: "nowhere/python3 was not found. Install Python 3.9 or newer, or name an interpreter in ESPALIER_PYTHON.",
    },
    limits: {
      nesting: 16,
      expansion: 10_000,
      schema_bytes: 65_536,
      schema_depth: 200,
      run_limit: 16,
      budget: 10_000,
      leaf_timeout_seconds: 60,
      run_deadline_seconds: 3600,
      body_bytes: 52_428_800,
    },
  });
});

test("is ready, and says which languages run", async () => {
  const { status, body } = await bench.send("/health/readiness");
  expect(status).toBe(200);
  expect(body).toEqual({
    status: "ready",
    active_runs: 0,
    languages: { javascript: "available", python: expect.any(String) },
    storage: "available",
  });
});
