/** Keeps values up to a total size; those used longest ago give way. The newest stays, whatever its size. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, size: number): void;
  delete(key: Key): void;
}

export function createCache<Key, Value>(maxSize: number): Cache<Key, Value> {
  const kept = new Map<Key, { readonly value: Value; readonly size: number }>(); // in the order of last use
  // Kept from one removal to the next: a map remembers where removed entries stood, and a new iterator walks over all of them.
  let fromOldest = kept.keys();
  let total = 0;

  function take(key: Key) {
    const entry = kept.get(key);
    if (entry !== undefined && kept.delete(key)) total -= entry.size;
    return entry;
  }

  function put(key: Key, value: Value, size: number): void {
    kept.set(key, { value, size });
    total += size;
  }

  function dropOldest(): void {
    const { done, value } = fromOldest.next();
    if (done) fromOldest = kept.keys();
    else take(value);
  }

  return {
    delete: (key) => void take(key),
    get(key) {
      const entry = take(key);
      if (entry !== undefined) put(key, entry.value, entry.size);
      return entry?.value;
    },
    set(key, value, size) {
      take(key);
      put(key, value, size);
      while (total > maxSize && kept.size > 1) dropOldest();
    },
  };
}
