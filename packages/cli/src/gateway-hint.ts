import type { GatewayError } from "@espalier/client";

/** Codes that say nothing beyond the message. */
const SILENT = new Set(["run_failed", "run_cancelled", "connection_failed", "bad_answer", "unsupported_contract"]);

/** An error of a gateway in one line: its sentence, the code to search for, and the request where the gateway failed. */
export function gatewayMessage(error: GatewayError): string {
  const code = SILENT.has(error.code) ? "" : ` (${error.code})`;
  const own = error.status >= 500 && error.code !== "run_failed" && error.requestId !== undefined;
  return `${error.message}${code}${own ? `, request ${error.requestId}` : ""}`;
}

/** What to do about an error of a gateway, where there is something better to say than its message. */
export function gatewayHint(error: GatewayError): string | undefined {
  switch (error.code) {
    case "missing_api_key":
    case "invalid_api_key":
      return "set ESPALIER_API_KEY to a key of this gateway; `espalier keys create` makes one";
    case "insufficient_scope":
      return "set ESPALIER_API_KEY to a key with that scope; `espalier keys create --scope` makes one";
    case "workflow_not_allowed":
      return "set ESPALIER_API_KEY to a key that may use it; `espalier keys create --workflow` makes one";
    case "workflow_not_found":
      return "`espalier register <file> --publish` brings a workflow in; `espalier workflows` lists those that are there";
    case "model_not_found":
    case "version_not_found":
      return "`espalier workflows` lists what is there; `espalier register <file> --publish` brings one in, `espalier publish` puts one into service";
    case "idempotency_key_reused":
      return "take another --idempotency-key, or send the same input as before";
    default:
      return undefined;
  }
}
