/** What the process says to the shell. */
export const EXIT = {
  ok: 0,
  /** The work was done and did not succeed: errors in a workflow, a failed run, a gateway that said no. */
  failed: 1,
  /** The command line itself is at fault: an unknown option, a missing file. */
  usage: 2,
} as const;

/** A mistake of the user. Printed as `error: message` with its hint, without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(message: string, options: { hint?: string; exitCode?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? EXIT.failed;
  }
}
