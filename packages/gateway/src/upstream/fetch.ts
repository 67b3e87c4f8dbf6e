import { Agent, fetch as undiciFetch } from "undici";

/** Calls upstreams, until it is closed. */
export interface UpstreamFetch {
  readonly fetch: typeof fetch;
  readonly close: () => Promise<void>;
}

/** A `fetch` that waits as long as its signal lets it: the built-in one gives up on a silent model after five minutes. */
export function createUpstreamFetch(): UpstreamFetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const call = (input: string, init: object) => undiciFetch(input, { ...init, dispatcher });
  return { fetch: call as unknown as typeof fetch, close: () => dispatcher.destroy() };
}
