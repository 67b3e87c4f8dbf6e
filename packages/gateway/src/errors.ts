/** A gateway that cannot start: its configuration, address or data folder is at fault. */
export class GatewayStartError extends Error {
  override readonly name = "GatewayStartError";
  readonly retryable = false;
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
  }
}

/** Whether a caught value is a {@link GatewayStartError}. */
export function isGatewayStartError(value: unknown): value is GatewayStartError {
  return value instanceof Error && value.name === "GatewayStartError";
}
