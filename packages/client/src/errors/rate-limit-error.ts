import { GatewayError } from "./gateway-error.ts";

/** 429: too many requests; the same call may succeed later. */
export class RateLimitError extends GatewayError {
  override readonly name = "RateLimitError";
  override readonly retryable = true;
}
