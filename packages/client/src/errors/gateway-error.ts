/** What every error of a gateway carries. */
export interface GatewayErrorDetails {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Machine-readable, such as `model_not_found`. */
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly runId?: string | undefined;
  /** The part of the request at fault, as the gateway names it. */
  readonly param?: string | undefined;
  readonly cause?: unknown;
}

/** A call of a gateway that did not succeed. The subclass says which kind, and whether the same call may succeed later. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  /** Whether sending the same request again can help. */
  readonly retryable: boolean = false;
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly runId: string | undefined;
  readonly param: string | undefined;

  constructor(message: string, details: GatewayErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.runId = details.runId;
    this.param = details.param;
  }
}

/** Whether a caught value is an error of this package, whichever copy of it made the value. */
export function isGatewayError(value: unknown): value is GatewayError {
  return value instanceof Error && "status" in value && "code" in value && "retryable" in value;
}
