import { EXIT } from "../exit.ts";
import { connect, type GatewayOptions } from "../gateway-address.ts";
import { readName } from "../names.ts";
import { print, printJson, type Terminal } from "../terminal.ts";

export interface PublishOptions extends GatewayOptions {
  readonly version?: number;
  readonly json?: boolean;
}

/** `espalier publish`: makes a registered version the one that runs. */
export async function publish(given: string, options: PublishOptions, terminal: Terminal): Promise<number> {
  const { name, version } = readName(given, options.version);
  const live = await (await connect(options, terminal)).publish(name, version);
  if (options.json === true) printJson(terminal, live);
  else print(terminal, `${live.name}@${live.version}  published as workflow/${live.name}`);
  return EXIT.ok;
}

/** `espalier unpublish`: takes a workflow out of service. */
export async function unpublish(given: string, options: PublishOptions, terminal: Terminal): Promise<number> {
  const { name } = readName(given, undefined);
  const done = await (await connect(options, terminal)).unpublish(name);
  if (options.json === true) printJson(terminal, done);
  else print(terminal, `${done.name}  unpublished`);
  return EXIT.ok;
}
