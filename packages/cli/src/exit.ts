/** What the process says to the shell. */
export const EXIT = {
  ok: 0,
  /** The work was done and did not succeed: errors in a workflow, a failed run, a gateway that said no. */
  failed: 1,
  /** The command line, or a file that it names, cannot be used: nothing was started. */
  usage: 2,
  /** Stopped by Ctrl+C, as shells count it (128 + the signal's number). */
  interrupted: 130,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const;

interface UserErrorOptions {
  readonly hint?: string | undefined;
  readonly notes?: readonly string[];
  readonly exitCode?: number;
  readonly cause?: unknown;
}

/** A mistake of the user. Printed as `error: message` with its hint, without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly hint: string | undefined;
  /** Lines below the message. */
  readonly notes: readonly string[];
  readonly exitCode: number;

  constructor(message: string, options: UserErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.notes = options.notes ?? [];
    this.exitCode = options.exitCode ?? EXIT.failed;
  }
}

/** A {@link UserError} about the command line or a file that it names. */
export function usageError(message: string, options: { hint?: string | undefined; cause?: unknown } = {}): UserError {
  return new UserError(message, { ...options, exitCode: EXIT.usage });
}
