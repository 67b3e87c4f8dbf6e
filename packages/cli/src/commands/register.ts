import type { GatewayClient, Registration } from "@espalier/client";
import type { Bundle } from "@espalier/contract";
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
  const client = await connect(options, terminal);
  const bundles = await readBundles(paths, terminal);
  const done = [];
  for (const { bundle } of bundles) {
    const registration = await registerOne(client, bundle, options);
    done.push({ ...registration, published: options.publish === true });
    if (options.json !== true) print(terminal, describe(registration, options));
  }
  if (options.json === true) printJson(terminal, done);
  return EXIT.ok;
}

async function registerOne(client: GatewayClient, bundle: Bundle, options: RegisterOptions): Promise<Registration> {
  const registration = await client.register(bundle);
  if (options.publish === true) await client.publish(registration.name, registration.version);
  return registration;
}

function describe({ name, version, created, digest }: Registration, options: RegisterOptions): string {
  const what = created ? "registered" : "already there";
  return `${name}@${version}  ${what}${options.publish === true ? ", published" : ""}  ${digest}`;
}
