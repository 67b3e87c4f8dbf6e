import type { GatewayClient } from "@espalier/client";
import type { Terminal } from "./terminal.ts";

/** Where `espalier serve` listens, and the other commands look, unless told otherwise. */
export const DEFAULT_PORT = 4111;

export interface GatewayOptions {
  readonly gateway?: string;
}

/** A client for the gateway of `--gateway`, `ESPALIER_GATEWAY` or the default address, with the key of `ESPALIER_API_KEY`. */
export async function connect(options: GatewayOptions, terminal: Terminal): Promise<GatewayClient> {
  const { GatewayClient } = await import("@espalier/client");
  const baseUrl = options.gateway ?? terminal.env["ESPALIER_GATEWAY"] ?? `http://127.0.0.1:${DEFAULT_PORT}`;
  return new GatewayClient({ baseUrl, apiKey: terminal.env["ESPALIER_API_KEY"] });
}
