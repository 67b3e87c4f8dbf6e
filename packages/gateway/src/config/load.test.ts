import { expect, test } from "@jest/globals";
import { isGatewayStartError } from "../errors.ts";
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
      name: "fast",
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
  expect(config.retention).toEqual({ days: 30 });
});

test("reads how long runs are kept", () => {
  expect(read({ retention: { days: 7 } }).retention).toEqual({ days: 7 });
  expect(read({ retention: { days: null } }).retention).toEqual({ days: null });
  expect(read({ retention: {} }).retention).toEqual({ days: 30 });
});

const KEY_HINT = "keys do not stand in the file: put yours into a variable, and name that in apiKeyEnv";
const NAME_HINT = "names have 1 to 128 characters, no spaces, and do not begin with workflow/";
const openAi = (more: object) => ({ models: { a: { baseUrl: "http://x/v1", ...more } } });

const mistakes: [value: unknown, message: string, hint?: string][] = [
  [[], "# must be an object"],
  [{ model: {} }, '# has no setting "model"', 'did you mean "models"?'],
  [{ $shema: "", port: 1 }, '# has no setting "$shema"', "it has models, limits, retention"],
  [{ models: [] }, "#/models must be an object"],
  [
    { models: { a: {} } },
    "#/models/a has no baseUrl",
    'write "baseUrl": "https://api.example.com/v1", or "provider": "sample" for made-up data',
  ],
  [{ models: { a: { baseURL: "http://x/v1" } } }, '#/models/a has no setting "baseURL"', 'did you mean "baseUrl"?'],
  [{ models: { a: { base_url: "x" } } }, '#/models/a has no setting "base_url"', 'did you mean "baseUrl"?'],
  [openAi({ max_tokens_field: "x" }), '#/models/a has no setting "max_tokens_field"', 'did you mean "maxTokensField"?'],
  [openAi({ apiKey: "secret" }), '#/models/a has no setting "apiKey"', KEY_HINT],
  [openAi({ api_key: "secret" }), '#/models/a has no setting "api_key"', KEY_HINT],
  [openAi({ token: "secret" }), '#/models/a has no setting "token"', KEY_HINT],
  [
    openAi({ temperature: 1 }),
    '#/models/a has no setting "temperature"',
    "it has provider, baseUrl, model, apiKeyEnv, structuredOutput, maxTokensField, streamUsage, prices, seed",
  ],
  [
    openAi({ provider: "anthropic" }),
    '#/models/a/provider is "anthropic": it must be "openai" or "sample"',
    '"openai" is every endpoint that takes POST <baseUrl>/chat/completions as OpenAI does; most vendors have one',
  ],
  [openAi({ model: "" }), "#/models/a/model must not be empty"],
  [openAi({ prices: { input: 1 } }), "#/models/a/prices has no output"],
  [openAi({ prices: { input: -1, output: 1 } }), "#/models/a/prices/input must be at least 0"],
  [openAi({ baseUrl: 1 }), "#/models/a/baseUrl must be text"],
  [openAi({ baseUrl: "ftp://x" }), '#/models/a/baseUrl "ftp://x" is not an http(s) address'],
  [
    openAi({ apiKeyEnv: "NONE" }),
    "#/models/a/apiKeyEnv names NONE, which is not set",
    'set NONE, or give the model "provider": "sample" to work with made-up data',
  ],
  [
    openAi({ structuredOutput: "yes" }),
    '#/models/a/structuredOutput is "yes": it must be "json_schema" or "json_object" or "none"',
  ],
  [
    openAi({ structuredOutput: "y".repeat(50) }),
    '#/models/a/structuredOutput is something else: it must be "json_schema" or "json_object" or "none"',
  ],
  [
    openAi({ baseUrl: "http://me:secret@x/v1" }),
    "#/models/a/baseUrl carries a password",
    "put the key into a variable: apiKeyEnv",
  ],
  [
    openAi({ baseUrl: "http://x/v1?key=secret" }),
    "#/models/a/baseUrl must end with its path, such as https://api.example.com/v1",
  ],
  [openAi({ baseUrl: "http://x:99999/v1" }), '#/models/a/baseUrl "http://x:99999/v1" is not an http(s) address'],
  [
    { models: { "workflow/a": { provider: "sample" } } },
    '#/models has the name "workflow/a", which no model can have',
    NAME_HINT,
  ],
  [{ limits: { runLimit: 0 } }, "#/limits/runLimit must be at least 1"],
  [{ limits: { runLimits: 1 } }, '#/limits has no setting "runLimits"', 'did you mean "runLimit"?'],
  [{ limits: { leafTimeoutSeconds: 0 } }, "#/limits/leafTimeoutSeconds must be more than 0"],
  [{ limits: { runDeadlineSeconds: 1e300 } }, "#/limits/runDeadlineSeconds must be at most 31536000"],
  [{ retention: { days: 0 } }, "#/retention/days must be at least 1"],
  [{ retention: { days: "30" } }, "#/retention/days must be a whole number or null"],
  [{ retention: { day: 3 } }, '#/retention has no setting "day"', 'did you mean "days"?'],
  [{ limits: { bodyBytes: 1.5 } }, "#/limits/bodyBytes must be a whole number"],
];

test.each(mistakes.map(([value, message, hint]) => ({ value, message, hint })))("refuses $value", (mistake) => {
  const { value, message, hint } = mistake;
  const said = refusalOf(value);
  expect(said).toEqual({ message: `other.json${message}`, hint });
  expect(JSON.stringify(said)).not.toContain("secret");
});

function refusalOf(value: unknown): { message: string; hint: string | undefined } {
  try {
    readConfig(value, {}, "other.json");
  } catch (error) {
    if (!isGatewayStartError(error)) throw error;
    return { message: error.message, hint: error.hint };
  }
  throw new Error("it was taken");
}

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
