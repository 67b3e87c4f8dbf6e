import type { GatewayError } from "@espalier/client";

/** What to do about an error of a gateway, where there is something better to say than its message. */
export function gatewayHint(error: GatewayError): string | undefined {
  if (error.status === 401) return "set ESPALIER_API_KEY to a key of this gateway";
  if (error.status === 403) return "this key may not do that: use one with the scope that the message names";
  if (error.code === "model_not_found")
    return "`espalier workflows` lists what is there; register and publish it first";
  if (error.runId !== undefined) return `the trace of ${error.runId} says where: GET /v1/runs/${error.runId}/trace`;
  return undefined;
}
