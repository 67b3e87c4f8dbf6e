import { GatewayError } from "./gateway-error.ts";

/** The caller's `timeoutSeconds` passed before the answer. */
export class TimeoutError extends GatewayError {
  override readonly name = "TimeoutError";
  override readonly retryable = true;
}
