import { expect, test } from "@jest/globals";
import { readConfig } from "./index.ts";

const read = (value: unknown, environment = {}) => readConfig(value, environment, "espalier.config.json");

test("reads models, with keys from the environment", () => {
  const config = read(
    {
      models: {
        fast: { baseUrl: "http://127.0.0.1:9/v1/", model: "small", apiKeyEnv: "KEY", prices: { input: 1, output: 2 } },
        fake: { provider: "sample", seed: 7 },
      },
      limits: { runLimit: 4 },
    },
    { KEY: "secret" },
  );
  expect(Object.fromEntries(config.models)).toEqual({
    fast: {
      provider: "openai",
      baseUrl: "http://127.0.0.1:9/v1",
      model: "small",
      apiKey: "secret",
      structuredOutput: "json_schema",
      maxTokensField: "max_tokens",
      prices: { input: 1, output: 2 },
    },
    fake: { provider: "sample", seed: 7 },
  });
  expect(config.limits).toEqual({ runLimit: 4 });
});

test.each<[unknown, string]>([
  [[], "espalier.config.json# must be object"],
  [{ model: {} }, 'espalier.config.json# must NOT have additional properties: "model"'],
  [{ models: { a: {} } }, "espalier.config.json#/models/a must have required property 'baseUrl'"],
  [
    { models: { a: { baseUrl: "ftp://x" } } },
    'espalier.config.json#/models/a/baseUrl "ftp://x" is not an http(s) address',
  ],
  [
    { models: { a: { baseUrl: "http://x", apiKeyEnv: "NONE" } } },
    "espalier.config.json#/models/a/apiKeyEnv names NONE, which is not set",
  ],
  [
    { models: { a: { baseUrl: "http://x", structuredOutput: "yes" } } },
    'espalier.config.json#/models/a/structuredOutput must be equal to one of the allowed values: ["json_schema","json_object","none"]',
  ],
  [{ limits: { runLimit: 0 } }, "espalier.config.json#/limits/runLimit must be >= 1"],
])("refuses %j", (value, message) => {
  expect(() => read(value)).toThrow(message);
});
