export {
  DEFAULT_RETENTION,
  NO_CONFIG,
  type Alias,
  type GatewayConfig,
  type GatewayLimits,
  type OpenAiAlias,
  type Retention,
  type SampleAlias,
  type StructuredOutput,
} from "./config.ts";
export { loadConfig, readConfig } from "./load.ts";
