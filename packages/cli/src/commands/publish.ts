import { EXIT } from "../exit.ts";
import { connect, type GatewayOptions } from "../gateway-address.ts";
import { print, printJson, type Terminal } from "../terminal.ts";

export interface PublishOptions extends GatewayOptions {
  readonly version?: number;
  readonly json?: boolean;
}

/** `espalier publish`: makes a registered version the one that runs. */
export async function publish(name: string, options: PublishOptions, terminal: Terminal): Promise<number> {
  const client = await connect(options, terminal);
  const live = await client.publish(name, options.version);
  if (options.json === true) printJson(terminal, live);
  else print(terminal, `${live.name}@${live.version}  published as workflow/${live.name}`);
  return EXIT.ok;
}

/** `espalier unpublish`: takes a workflow out of service. */
export async function unpublish(name: string, options: PublishOptions, terminal: Terminal): Promise<number> {
  const client = await connect(options, terminal);
  const done = await client.unpublish(name);
  if (options.json === true) printJson(terminal, done);
  else print(terminal, `${done.name}  unpublished`);
  return EXIT.ok;
}
