import { GatewayError } from "./gateway-error.ts";

/** The bundle needs what this gateway does not have. Nothing was sent. */
export class UnsupportedContractError extends GatewayError {
  override readonly name = "UnsupportedContractError";
}
