import type { Store } from "./types.ts";

export interface StoreOptions {
  /** Made when it does not exist. Undefined: everything stays in memory. */
  readonly dataDirectory?: string | undefined;
}

/** Opens the store and takes ownership of its directory. Rejects with `StoreLockedError` or `StoreOpenError`. */
export declare function openStore(options?: StoreOptions): Promise<Store>;
