import { GatewayError } from "./gateway-error.ts";

/** 400, 405, 413, 415 or 422: the request itself is at fault. */
export class InvalidRequestError extends GatewayError {
  override readonly name = "InvalidRequestError";
}
