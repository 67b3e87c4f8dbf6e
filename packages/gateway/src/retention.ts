import type { Retention } from "./config/index.ts";
import type { Closable } from "./closing.ts";
import type { Clock } from "./engine/index.ts";
import { StoreError, type Store } from "./store/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface RetentionOptions {
  readonly store: Pick<Store, "prune">;
  readonly clock: Clock;
  readonly retention: Retention;
  /** The store cannot be written any more. */
  readonly onFatal: (error: Error) => void;
}

/** Removes runs that ended too long ago, and idempotency keys that expired: at once, and then every hour. */
export function startRetention({ store, clock, retention, onFatal }: RetentionOptions): Closable {
  let closed = false;
  let cancel = (): void => undefined;

  async function prune(): Promise<void> {
    const now = clock.now();
    const before = retention.days === null ? 0 : now - retention.days * DAY_MS;
    try {
      // Page by page, so that what runs are waiting for is stored in between.
      while (!closed && (await store.prune(before, now)));
    } catch (error) {
      const passing = error instanceof StoreError && error.retryable; // such as a full disk: an hour later again
      if (!passing && !closed) onFatal(error as Error);
    }
  }

  function next(): void {
    if (!closed) cancel = clock.at(clock.now() + HOUR_MS, () => void (pruning = prune().then(next)));
  }

  let pruning = prune().then(next);
  return {
    async close() {
      closed = true;
      cancel();
      await pruning;
    },
  };
}
