import { isGatewayError } from "@espalier/client";

/** What a command with `--json` prints when it failed. The fields are always there; null is what is not known. */
export interface ErrorDocument {
  readonly error: {
    readonly message: string;
    readonly hint: string | null;
    /** Machine-readable, as the gateway gives it; `failed` for what the command itself found. */
    readonly code: string;
    /** HTTP status of the gateway's answer; null when there was none. */
    readonly status: number | null;
    readonly runId: string | null;
    readonly requestId: string | null;
    /** The part of the request at fault; of a failed run, the path of the execution that ended it. */
    readonly param: string | null;
  };
}

/** The document about a failure, with what the gateway's error behind it says. */
export function documentOf(message: string, hint: string | undefined, cause: unknown): ErrorDocument {
  const known = isGatewayError(cause) ? cause : undefined;
  return {
    error: {
      message,
      hint: hint ?? null,
      code: known?.code ?? "failed",
      status: known === undefined || known.status === 0 ? null : known.status,
      runId: known?.runId ?? null,
      requestId: known?.requestId ?? null,
      param: known?.param ?? null,
    },
  };
}
