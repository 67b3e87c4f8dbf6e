import type { GatewayClient } from "@espalier/client";
import { usageError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** Where `espalier serve` listens, and the other commands look, unless told otherwise. */
export const DEFAULT_PORT = 4111;

export interface GatewayOptions {
  readonly gateway?: string;
}

/**
 * A client for the gateway of `--gateway`, `ESPALIER_GATEWAY` or the default address, with the key of
 * `ESPALIER_API_KEY`. Throws a `UserError` for an address that is none, or a key that no header can carry.
 */
export async function connect(options: GatewayOptions, terminal: Terminal): Promise<GatewayClient> {
  const { GatewayClient } = await import("@espalier/client");
  const baseUrl = gatewayAddress(options, terminal);
  const apiKey = nonEmpty(terminal.env["ESPALIER_API_KEY"]?.trim());
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw usageError("ESPALIER_API_KEY is not a key: it has characters that a key never has");
  try {
    return new GatewayClient({ baseUrl, apiKey });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const source = options.gateway === undefined ? "ESPALIER_GATEWAY" : "--gateway";
    throw usageError(`${source}: ${error.message}`, { cause: error });
  }
}

/** The address as it was given, or the default. */
export function gatewayAddress(options: GatewayOptions, terminal: Terminal): string {
  return options.gateway ?? nonEmpty(terminal.env["ESPALIER_GATEWAY"]) ?? `http://127.0.0.1:${DEFAULT_PORT}`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
