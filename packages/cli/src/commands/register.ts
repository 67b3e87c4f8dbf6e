import { readBundles } from "../bundles.ts";
import { EXIT } from "../exit.ts";
import { connect, type GatewayOptions } from "../gateway-address.ts";
import { print, printJson, type Terminal } from "../terminal.ts";

export interface RegisterOptions extends GatewayOptions {
  readonly publish?: boolean;
  readonly json?: boolean;
}

/** `espalier register`: sends workflows to a gateway, and publishes them when asked to. */
export async function register(
  paths: readonly string[],
  options: RegisterOptions,
  terminal: Terminal,
): Promise<number> {
  const bundles = await readBundles(paths, terminal);
  const client = await connect(options, terminal);
  const done = [];
  for (const bundle of bundles) {
    const registration = await client.register(bundle);
    if (options.publish === true) await client.publish(registration.name, registration.version);
    done.push({ ...registration, published: options.publish === true });
    if (options.json !== true)
      print(
        terminal,
        `${registration.name}@${registration.version}  ${registration.created ? "registered" : "already there"}${options.publish === true ? ", published" : ""}  ${registration.digest}`,
      );
  }
  if (options.json === true) printJson(terminal, done);
  return EXIT.ok;
}
