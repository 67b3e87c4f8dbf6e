import { GatewayStartError } from "./errors.ts";
import {
  openStore,
  StoreLockedError,
  StoreOpenError,
  type KeyRow,
  type Scope,
  type Store,
  type StoreOptions,
} from "./store/index.ts";

/** The API keys of a data folder, while no gateway runs on it. */
export interface Keys {
  /** Stores a new key and gives its text, this once. */
  create(key: { label: string; scopes: readonly Scope[]; workflows?: readonly string[] | undefined }): Promise<string>;
  list(): readonly KeyRow[];
  /** False when there is no such key, or it was revoked before. */
  revoke(no: number): Promise<boolean>;
}

/** Opens the keys of a data folder for as long as `work` takes. Throws a `GatewayStartError` when the folder is in use. */
export async function withKeys<T>(dataDirectory: string, work: (keys: Keys) => Promise<T>): Promise<T> {
  const store = await open(dataDirectory, { blocking: true });
  try {
    return await work({
      create: async (key) => (await store.createKey({ ...key, at: Date.now() })).key,
      list: () => store.keys(),
      revoke: (no) => store.revokeKey(no, Date.now()),
    });
  } finally {
    await store.close();
  }
}

/** Opens the store, with what can go wrong as errors for whoever started it. */
export async function open(
  dataDirectory: string | undefined,
  { blocking = false }: Pick<StoreOptions, "blocking"> = {},
): Promise<Store> {
  try {
    return await openStore({ dataDirectory, blocking });
  } catch (error) {
    if (error instanceof StoreLockedError || error instanceof StoreOpenError)
      throw new GatewayStartError(error.message, { cause: error });
    throw error;
  }
}
