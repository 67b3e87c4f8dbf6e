import { GatewayError } from "./gateway-error.ts";

/** No answer: nothing listens at the address, or the connection broke. */
export class ConnectionError extends GatewayError {
  override readonly name = "ConnectionError";
  override readonly retryable = true;
}
