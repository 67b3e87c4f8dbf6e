import { GatewayError } from "./gateway-error.ts";

/** 401 or 403: the key is missing, unknown, or lacks the scope. */
export class AuthenticationError extends GatewayError {
  override readonly name = "AuthenticationError";
}
