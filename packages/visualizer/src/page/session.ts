import { GatewayClient } from "@espalier/client";
import type { Json } from "@espalier/contract";

const KEY = "espalier.api-key";
const PATIENCE_SECONDS = 60;

/** The connection of this tab to the gateway that served the page. */
export interface Session {
  readonly client: GatewayClient;
  /** The whole input or output of one execution. */
  readonly value: (run: string, path: string, side: "input" | "output") => Promise<Json>;
}

/** Where the API key is kept: for this tab only, until it is closed. */
export function saveKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** Why a text cannot be an API key; undefined when it can. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "Enter a key.";
  return /^[\x21-\x7e]+$/.test(key) ? undefined : "A key has no spaces and no special letters. Copy it again.";
}

/** Opens a session with the saved key, if there is one. */
export function openSession(): Session {
  const baseUrl = new URL(".", location.href).href;
  const apiKey = sessionStorage.getItem(KEY) ?? undefined;
  const connection = { baseUrl, apiKey, timeoutSeconds: PATIENCE_SECONDS };
  return {
    client: new GatewayClient(connection),
    value: async (run, path, side) => {
      const query = new URLSearchParams({ path, side });
      const response = await fetch(`${baseUrl}v1/runs/${encodeURIComponent(run)}/trace?${query}`, {
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        signal: AbortSignal.timeout(PATIENCE_SECONDS * 1000),
      });
      const body = (await response.json()) as { value: Json; error?: { message?: string } };
      if (!response.ok) throw new Error(body.error?.message ?? `the gateway answered with ${response.status}`);
      return body.value;
    },
  };
}
