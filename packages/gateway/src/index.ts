export { loadConfig, readConfig, type Alias, type GatewayConfig, type GatewayLimits } from "./config/index.ts";
export { GatewayStartError, isGatewayStartError } from "./errors.ts";
export { createGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
export type { ListedModel } from "./upstream/list-models.ts";
export { refuseTakenAddress } from "./listening.ts";
export { withKeys, type Keys } from "./manage-keys.ts";
