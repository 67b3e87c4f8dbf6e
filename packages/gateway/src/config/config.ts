/** What an upstream can do with a JSON Schema for its answer. */
export type StructuredOutput = "json_schema" | "json_object" | "none";

/** A model behind an OpenAI-compatible endpoint. */
export interface OpenAiAlias {
  readonly provider: "openai";
  /** What workflows call it. */
  readonly name: string;
  /** With the version, as the `openai` client takes it: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** The upstream's name of the model. */
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly structuredOutput: StructuredOutput;
  /** `max_completion_tokens` for reasoning models, `max_tokens` for all others. */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** Whether it takes `stream_options.include_usage`; undefined: it does. */
  readonly streamUsage?: boolean | undefined;
  /** Money per million tokens, in whatever currency the operator counts. */
  readonly prices: { readonly input: number; readonly output: number } | undefined;
}

/** Made-up data that fits the schema. */
export interface SampleAlias {
  readonly provider: "sample";
  readonly seed: number;
}

export type Alias = OpenAiAlias | SampleAlias;

/** Limits of a gateway. */
export interface GatewayLimits {
  /** Active leaves of one run. */
  readonly runLimit: number;
  /** Active model calls of the gateway. */
  readonly calls: number;
  /** Node executions of one run. */
  readonly budget: number;
  readonly leafTimeoutSeconds: number;
  readonly runDeadlineSeconds: number;
  /** Bytes of one request. */
  readonly bodyBytes: number;
  /** Items of the longest list in the body of a chat completion. */
  readonly arrayItems: number;
  /** Chat completions that are taken in a minute, from all callers and from each key. Undefined: no limit. */
  readonly requestsPerMinute?: number;
  readonly keyRequestsPerMinute?: number;
  /** Runs at the same time, of all callers and of each key. Undefined: no limit. */
  readonly concurrentRuns?: number;
  readonly keyConcurrentRuns?: number;
}

/** How long runs are kept. */
export interface Retention {
  /** Days after their end; null: for ever. */
  readonly days: number | null;
}

/** Long enough to look into what went wrong, and an end to what a prompt may hold. */
export const DEFAULT_RETENTION: Retention = { days: 30 };

/** What `espalier.config.json` says, with keys read from the environment. */
export interface GatewayConfig {
  readonly models: ReadonlyMap<string, Alias>;
  readonly limits: Partial<GatewayLimits>;
  readonly retention: Retention;
}

export const NO_CONFIG: GatewayConfig = { models: new Map(), limits: {}, retention: DEFAULT_RETENTION };
