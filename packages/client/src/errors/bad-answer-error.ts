import { GatewayError } from "./gateway-error.ts";

/** The answer is not what a gateway sends: something else listens at the address. */
export class BadAnswerError extends GatewayError {
  override readonly name = "BadAnswerError";
}
