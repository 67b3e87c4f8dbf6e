/** A gateway that cannot start: its configuration, address or data folder is at fault. */
export class GatewayStartError extends Error {
  override readonly name = "GatewayStartError";
  readonly retryable = false;
  readonly hint: string | undefined;
  /** JSON Pointer of what is at fault in the configuration, when that is where the mistake is. */
  readonly pointer: string | undefined;

  constructor(message: string, options: { hint?: string | undefined; pointer?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.pointer = options.pointer;
  }
}

/** Whether a caught value is a {@link GatewayStartError}. */
export function isGatewayStartError(value: unknown): value is GatewayStartError {
  return value instanceof Error && value.name === "GatewayStartError";
}
