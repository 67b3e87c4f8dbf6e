import { createServer } from "node:net";
import { GatewayStartError } from "./errors.ts";

/** Throws the `GatewayStartError` for an address that cannot be listened on, before anything is made. */
export async function refuseTakenAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen({ host, port }, resolve));
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, host, port);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** Why an address cannot be listened on, for whoever started the gateway. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): GatewayStartError {
  if (error.code === "EADDRINUSE")
    return new GatewayStartError(`port ${port} of ${host} is in use`, {
      hint: "stop what listens there, or take another one with --port (0 takes a free one)",
      cause: error,
    });
  return new GatewayStartError(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}
