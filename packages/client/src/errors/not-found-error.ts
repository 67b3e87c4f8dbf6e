import { GatewayError } from "./gateway-error.ts";

/** 404: no such workflow, version or run. */
export class NotFoundError extends GatewayError {
  override readonly name = "NotFoundError";
}
