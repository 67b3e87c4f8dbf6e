import { createHash } from "node:crypto";
import type { ExistingRawSourceMap } from "rollup";

/** A file after Babel. */
export interface Transformed {
  readonly code: string;
  /** The source map, as Babel gives it. */
  readonly map: ExistingRawSourceMap | null;
}

/** Compiled files by what they were compiled from, so that an unchanged file is compiled once. */
export interface TransformCache {
  /** The compiled text of a file, made by `transform` unless it is known already. */
  get(key: TransformKey, transform: () => Transformed): Transformed;
}

/** Everything that the output of a compilation depends on. */
export interface TransformKey {
  readonly file: string;
  readonly text: string;
  /** What the text was compiled for; two purposes give two outputs. */
  readonly purpose: string;
}

/** A cache that lives as long as it is held. It keeps the newest output of each file and purpose. */
export function createTransformCache(): TransformCache {
  const kept = new Map<string, { readonly hash: string; readonly output: Transformed }>();
  return {
    get({ file, text, purpose }, transform) {
      const slot = `${purpose}\0${file}`;
      const hash = createHash("sha256").update(text).digest("base64");
      const known = kept.get(slot);
      if (known?.hash === hash) return known.output;
      const output = transform();
      kept.set(slot, { hash, output });
      return output;
    },
  };
}
