import { Ajv2020 } from "ajv/dist/2020.js";
import { readFile } from "node:fs/promises";
import { GatewayStartError } from "../errors.ts";
import { DEFAULT_RETENTION } from "./config.ts";
import type { Alias, GatewayConfig, GatewayLimits, OpenAiAlias, Retention } from "./config.ts";
import { describeMistake } from "./mistake.ts";
import { CONFIG_SCHEMA } from "./schema.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A model as the file has it. */
interface FileAlias extends Omit<Partial<OpenAiAlias>, "provider" | "name" | "apiKey"> {
  readonly provider?: "openai" | "sample";
  readonly apiKeyEnv?: string;
  readonly seed?: number;
}

interface ConfigFile {
  readonly models?: Record<string, FileAlias>;
  readonly limits?: Partial<GatewayLimits>;
  readonly retention?: Partial<Retention>;
}

/** Reads a configuration file. Throws a {@link GatewayStartError} that names the place in it. */
export async function loadConfig(file: string, environment: Environment): Promise<GatewayConfig> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new GatewayStartError(`cannot read the configuration ${file}: ${(error as Error).message}`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new GatewayStartError(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  return readConfig(value, environment, file);
}

/** As {@link loadConfig}, from the value of the file. */
export function readConfig(value: unknown, environment: Environment, file: string): GatewayConfig {
  const check = new Ajv2020({ strict: false, allErrors: true, verbose: true }).compile(CONFIG_SCHEMA);
  if (!check(value)) {
    const { pointer, exact, text, hint } = describeMistake(check.errors ?? [], value);
    throw new GatewayStartError(`${file}#${pointer} ${text}`, { hint, pointer: exact });
  }
  const { models = {}, limits = {}, retention } = value as ConfigFile;
  const aliases = Object.entries(models).map(
    ([name, alias]) => [name, readAlias(name, alias, environment, file)] as const,
  );
  return { models: new Map(aliases), limits, retention: { ...DEFAULT_RETENTION, ...retention } };
}

function readAlias(name: string, alias: FileAlias, environment: Environment, file: string): Alias {
  if (alias.provider === "sample") return { provider: "sample", seed: alias.seed ?? 1 };
  return {
    provider: "openai",
    name,
    baseUrl: readBaseUrl(alias.baseUrl ?? "", `/models/${name}/baseUrl`, file),
    model: alias.model ?? name,
    apiKey: readKey(name, alias.apiKeyEnv, environment, file),
    structuredOutput: alias.structuredOutput ?? "json_schema",
    maxTokensField: alias.maxTokensField ?? "max_tokens",
    ...(alias.streamUsage === undefined ? {} : { streamUsage: alias.streamUsage }),
    prices: alias.prices,
  };
}

function readBaseUrl(text: string, pointer: string, file: string): string {
  const place = `${file}#${pointer}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new GatewayStartError(`${place} "${text}" is not an http(s) address`, { pointer });
  // Addresses turn up in messages, secrets must not.
  if (url.username !== "" || url.password !== "")
    throw new GatewayStartError(`${place} carries a password`, {
      hint: "put the key into a variable: apiKeyEnv",
      pointer,
    });
  if (url.search !== "" || url.hash !== "")
    throw new GatewayStartError(`${place} must end with its path, such as https://api.example.com/v1`, { pointer });
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** The key itself never stands in the file, only the name of the variable that holds it. */
function readKey(
  name: string,
  variable: string | undefined,
  environment: Environment,
  file: string,
): string | undefined {
  if (variable === undefined) return undefined;
  const pointer = `/models/${name}/apiKeyEnv`;
  const place = `${file}#${pointer} names ${variable}`;
  const key = environment[variable]?.trim();
  if (key === undefined || key === "")
    throw new GatewayStartError(`${place}, which is not set`, {
      hint: `set ${variable}, or give the model "provider": "sample" to work with made-up data`,
      pointer,
    });
  // An HTTP client would refuse it too, with a message that repeats the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new GatewayStartError(`${place}, which holds characters that no key has: spaces, line breaks or accents`, {
      pointer,
    });
  return key;
}
