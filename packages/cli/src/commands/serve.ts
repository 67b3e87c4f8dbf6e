import { noteLimits, startGateway, type StartOptions } from "../embedded-gateway.ts";
import { EXIT } from "../exit.ts";
import { note, print, type Terminal } from "../terminal.ts";

export interface ServeOptions extends StartOptions {
  readonly json?: boolean;
}

/** `espalier serve`: a gateway until SIGINT or SIGTERM, then a clean stop. */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  const gateway = await startGateway(options, terminal);
  if (options.json === true) print(terminal, JSON.stringify({ url: gateway.url, data: options.data ?? null }));
  else {
    print(terminal, `Espalier gateway at ${gateway.url}`);
    note(terminal, options.data === undefined ? "data: in memory" : `data: ${options.data}`);
    noteLimits(gateway, terminal);
    note(terminal, "Ctrl+C stops it");
  }
  const ended = await new Promise<"signal" | "fatal">((resolve) => {
    process.once("SIGINT", () => resolve("signal"));
    process.once("SIGTERM", () => resolve("signal"));
    void gateway.failed.then((error) => {
      note(terminal, `error: ${error.message}`);
      resolve("fatal");
    });
  });
  if (ended === "signal" && options.json !== true) note(terminal, "stopping: runs in progress go on at the next start");
  await gateway.close();
  return ended === "signal" ? EXIT.ok : EXIT.failed;
}
