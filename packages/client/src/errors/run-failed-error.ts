import { GatewayError } from "./gateway-error.ts";

/** The run was admitted and failed, or was cancelled. `runId` names it; its trace says where. */
export class RunFailedError extends GatewayError {
  override readonly name = "RunFailedError";
}
