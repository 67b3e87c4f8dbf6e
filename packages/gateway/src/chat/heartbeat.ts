/** Tells streams that it is time to say that they are alive. */
export interface Heartbeat {
  /** Calls back again and again, until the answer is called. */
  join(ping: () => void): () => void;
}

/** One timer for all streams, and none while there are none: a thousand that are silent cost no more than one. */
export function createHeartbeat(intervalMs: number): Heartbeat {
  const pings = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    for (const ping of pings) ping();
  }

  return {
    join(ping) {
      pings.add(ping);
      timer ??= setInterval(beat, intervalMs);
      return () => {
        pings.delete(ping);
        if (pings.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
