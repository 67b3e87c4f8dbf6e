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
  [
    { models: { a: { baseUrl: "http://me:secret@x/v1" } } },
    "espalier.config.json#/models/a/baseUrl carries a password",
  ],
  [
    { models: { a: { baseUrl: "http://x/v1?key=secret" } } },
    "espalier.config.json#/models/a/baseUrl must end with its path, such as https://api.example.com/v1",
  ],
  [{ models: { "workflow/a": { provider: "sample" } } }, "espalier.config.json#/models must match pattern"],
  [{ limits: { runLimit: 0 } }, "espalier.config.json#/limits/runLimit must be >= 1"],
  [{ limits: { runDeadlineSeconds: 1e300 } }, "espalier.config.json#/limits/runDeadlineSeconds must be <= 31536000"],
  [{ limits: { bodyBytes: 1.5 } }, "espalier.config.json#/limits/bodyBytes must be integer"],
])("refuses %j", (value, message) => {
  expect(() => read(value)).toThrow(message);
  expect(() => read(value)).not.toThrow(/secret/);
});

test.each(["sk-a\nb", "sk-ä", "sk a"])("refuses a key that no header can carry, without telling it", (key) => {
  const value = { models: { a: { baseUrl: "http://x", apiKeyEnv: "KEY" } } };
  const expected =
    "#/models/a/apiKeyEnv names KEY, which holds characters that no key has: spaces, line breaks or accents";
  expect(() => read(value, { KEY: key })).toThrow(`espalier.config.json${expected}`);
  expect(() => read(value, { KEY: key })).not.toThrow(/sk/);
});

test("takes the line break off a key that was read from a file", () => {
  const config = read({ models: { a: { baseUrl: "http://x", apiKeyEnv: "KEY" } } }, { KEY: "sk-a\n" });
  expect(config.models.get("a")).toMatchObject({ apiKey: "sk-a", baseUrl: "http://x" });
});
