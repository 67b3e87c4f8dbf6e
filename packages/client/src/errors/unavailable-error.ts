import { GatewayError } from "./gateway-error.ts";

/** 502, 503 or 504: the gateway is starting, stopping or full, or its upstream is down. */
export class UnavailableError extends GatewayError {
  override readonly name = "UnavailableError";
  override readonly retryable = true;
}
