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

/** Failures that pass: disk full, or another connection at work. The same transaction may be tried again. */
const PASSING = /^SQLITE_(?:BUSY|LOCKED|FULL)/;

/** A transaction failed and nothing of it is stored. `retryable`: disk full or busy, the same batch may be tried again. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code = "store_failed";
  readonly retryable: boolean;

  constructor(
    /** SQLite's own code, such as `SQLITE_FULL`. */
    readonly reason: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${message}`, options);
    this.retryable = PASSING.test(reason);
  }
}

/** Whether another connection has what was asked for. */
export function isBusy(error: unknown): boolean {
  return error instanceof StoreError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.reason);
}

/** What SQLite's codes come to, and what to do about it: at a start, and besides while a gateway runs. */
const REMEDIES: readonly (readonly [reason: RegExp, problem: string, remedy: string, atStart?: string])[] = [
  [/^SQLITE_(?:BUSY|LOCKED)/, "another program has espalier.db open and writes to it", "end that one", " first"],
  [/^SQLITE_(?:FULL|IOERR_SHMSIZE)/, "the disk is full", "make space", " and start again"],
  [
    /^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/,
    "espalier.db or its folder cannot be written",
    "give this user the right to",
  ],
  [
    /^SQLITE_NOTADB/,
    "espalier.db is something else than a database of a gateway",
    "move it away, or take another folder",
  ],
  [
    /^SQLITE_CORRUPT/,
    "espalier.db is damaged",
    "restore the folder from a copy; what can still be read, `sqlite3 espalier.db .recover` shows",
  ],
  [/^SQLITE_IOERR/, "the disk does not read or write", "look at the system's log"],
];

/** Why nothing can be stored any more, with what to do about it. What waits is stored as soon as it can be. */
export function storingProblem(error: Error): string {
  return described(error, false);
}

/** Why a store cannot be opened, with what to do about it. */
export function openingProblem(error: Error): string {
  return described(error, true);
}

function described(error: Error, starting: boolean): string {
  const known = error instanceof StoreError ? REMEDIES.find(([reason]) => reason.test(error.reason)) : undefined;
  if (known === undefined) return error.message;
  const [, problem, remedy, atStart = ""] = known;
  return `${problem}: ${remedy}${starting ? atStart : ""} (${error.message})`;
}
