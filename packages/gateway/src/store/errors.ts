/** Another process owns the data directory. */
export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";
  readonly code = "store_locked";
  readonly retryable = false;

  constructor(readonly dataDirectory: string) {
    super(
      `${dataDirectory} is in use by another gateway. Stop that one, or start this one with another data directory.`,
    );
  }
}

/** The data directory cannot be used: not writable, not a database, or of a newer version. */
export class StoreOpenError extends Error {
  override readonly name = "StoreOpenError";
  readonly code = "store_unusable";
  readonly retryable = false;
}

/** A transaction failed and nothing of it is stored. `retryable`: disk full or busy, the same batch may be tried again. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code = "store_failed";

  constructor(
    message: string,
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
