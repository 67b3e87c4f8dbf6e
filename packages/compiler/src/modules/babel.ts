import { createRequire } from "node:module";

/** Babel as a value. */
export type Babel = typeof import("@babel/core");

/**
 * Loads Babel at the first call. It is required and not imported: Node reads a CommonJS package twice to import it, once
 * to see what it exports.
 */
export function loadBabel(): Babel {
  return createRequire(import.meta.url)("@babel/core") as Babel;
}

/**
 * Does work with Babel, and lets go of what it has noted of the syntax trees. Babel's notes would go with the trees, but
 * one table of all of them makes every collection of garbage slow when there are many files.
 */
export function withBabel<T>(work: (babel: Babel) => T): T {
  const babel = loadBabel();
  try {
    return work(babel);
  } finally {
    babel.traverse.cache.clear();
  }
}
