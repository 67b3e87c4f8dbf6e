/** Something with a lifetime. */
export interface Closable {
  close(): Promise<unknown>;
}

/** The open parts of a gateway. */
export interface Parts {
  /** Takes a part in and gives it back. */
  add<Part extends Closable>(part: Part): Part;
  /** Closes all parts, the newest first. All are closed even if one cannot be; the first error is thrown then. */
  close(): Promise<void>;
}

export function createParts(): Parts {
  const open: Closable[] = [];
  return {
    add(part) {
      open.push(part);
      return part;
    },
    async close() {
      const errors: unknown[] = [];
      for (let part = open.pop(); part !== undefined; part = open.pop()) {
        await part.close().catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
