/** The contract versions that this package can read. */
export const CONTRACT_VERSIONS = [1, 2] as const;

/** What a workflow may be called. */
export const WORKFLOW_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Limits of every bundle, whoever made it. */
export const LIMITS = {
  /** How many composites may stand around a node. */
  nesting: 16,
  /** How many node executions a bundle may need at most (see `expansion`). */
  expansion: 10_000,
  /** Bytes of one schema in canonical form. */
  schemaBytes: 65_536,
  /** How many levels a schema, or a literal, may have. */
  schemaDepth: 200,
  /** How many levels a bundle as a whole may have; nested composites take two to four each. */
  bundleDepth: 1_000,
} as const;

/** What a composite gets when its author names no limit. Written out in the bundle. */
export const DEFAULTS = { maxConcurrency: 4, maxItems: 100 } as const;
