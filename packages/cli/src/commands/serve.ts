import type { Gateway, ListedModel } from "@espalier/gateway";
import { noteLimits, startGateway, type StartOptions } from "../embedded-gateway.ts";
import { EXIT } from "../exit.ts";
import { fired, withInterrupt } from "../interrupt.ts";
import { note, print, type Terminal } from "../terminal.ts";

export interface ServeOptions extends StartOptions {
  readonly json?: boolean;
}

/** `espalier serve`: a gateway until SIGINT or SIGTERM, then a clean stop; a second signal ends it at once. */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  return withInterrupt(terminal, async (interrupt) => {
    const gateway = await startGateway(options, terminal);
    if (options.json === true) print(terminal, JSON.stringify({ url: gateway.url, data: options.data ?? null }));
    else print(terminal, `Espalier gateway at ${gateway.url}`);
    note(terminal, options.data === undefined ? "data: in memory, gone when it stops" : `data: ${options.data}`);
    for (const model of gateway.models) note(terminal, described(model));
    noteLimits(gateway, terminal, { config: options.config });
    note(terminal, "Ctrl+C stops it");
    const error = await Promise.race([gateway.failed, fired(interrupt)]);
    if (error === undefined) note(terminal, farewell(gateway, options));
    else note(terminal, `error: the gateway cannot go on: ${error.message}`);
    await gateway.close();
    return error === undefined ? EXIT.ok : EXIT.failed;
  });
}

function described({ name, upstream }: ListedModel): string {
  return `model ${name}: ${upstream === undefined ? "made-up sample data" : `${upstream.model} at ${upstream.baseUrl}`}`;
}

function farewell(gateway: Gateway, options: ServeOptions): string {
  if (!gateway.isBusy()) return "stopping";
  const rest = options.data === undefined ? "" : ", unfinished runs go on at the next start";
  return `stopping: what is being executed has some seconds to end${rest}; Ctrl+C again stops at once`;
}
