/** Attempts of one leaf. */
export interface Retry {
  /** Attempts in all; the first call counts. */
  readonly maxAttempts: number;
  /** Seconds before the second attempt (1). */
  readonly initialBackoffSeconds?: number | undefined;
  /** Growth of the wait from attempt to attempt (2). */
  readonly backoffMultiplier?: number | undefined;
  /** Longest wait, in seconds (30). */
  readonly maxBackoffSeconds?: number | undefined;
}

/**
 * Accepted everywhere and ignored. Declared here as well as in `JSX.IntrinsicAttributes`, or generic
 * `<Python {...props} />` does not compile.
 */
export interface KeyProps {
  readonly key?: string | number | bigint | null | undefined;
}

/** Props of every node. */
export interface NodeProps extends KeyProps {
  /** Shown in the visualizer. Need not be unique. */
  readonly name?: string | undefined;
}

/** Props of every leaf. */
export interface LeafProps extends NodeProps {
  /** Covers all attempts and the waits between them. */
  readonly timeoutSeconds?: number | undefined;
  /** One attempt when absent. */
  readonly retry?: Retry | undefined;
}
