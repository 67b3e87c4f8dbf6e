/** An editor writes a file in several steps; what comes within this time is one change. */
const QUIET_MS = 50;

/** What has changed since somebody last asked. */
export interface Changes {
  add(path: string): void;
  /** Resolves with what has changed once there is something, and nothing more has come for a moment. */
  next(): Promise<ReadonlySet<string>>;
}

export function createChanges(): Changes {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let wake: (() => void) | undefined;
  return {
    add(path) {
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        wake?.();
      }, QUIET_MS);
    },
    async next() {
      if (changed.size === 0 || timer !== undefined) await new Promise<void>((resolve) => (wake = resolve));
      const result = changed;
      changed = new Set();
      return result;
    },
  };
}
