const MOST_KEPT = 200;

/**
 * Compiled programs by their text, for the interpreters of one sandbox. A child hands code out before it runs any of it,
 * so what is kept depends on the text alone.
 */
export interface CodeCache {
  get(source: string): Buffer | undefined;
  set(source: string, code: Buffer): void;
}

/** Keeps the programs used last. */
export function createCodeCache(): CodeCache {
  const kept = new Map<string, Buffer>();
  return {
    get(source) {
      const code = kept.get(source);
      if (code !== undefined && kept.delete(source)) kept.set(source, code);
      return code;
    },
    set(source, code) {
      kept.delete(source);
      kept.set(source, code);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    },
  };
}

/** What a child wrote that had to compile its program: the code, if it is worth keeping, and then the reply. */
export function splitCode(output: Buffer): { readonly code: Buffer | undefined; readonly reply: Buffer } {
  const end = output.length < 4 ? 0 : 4 + output.readUInt32BE(0);
  return { code: end > 4 && end <= output.length ? output.subarray(4, end) : undefined, reply: output.subarray(end) };
}
