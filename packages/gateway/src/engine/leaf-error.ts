/** Why a leaf's input could not be made or its output not be taken. Caught where attempts are run; never leaves the engine. */
export class LeafError extends Error {
  override readonly name = "LeafError";

  constructor(
    readonly code: string,
    message: string,
    readonly retryable = false,
  ) {
    super(message);
  }
}
