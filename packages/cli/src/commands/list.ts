import { EXIT } from "../exit.ts";
import { connect, type GatewayOptions } from "../gateway-address.ts";
import { note, print, printJson, type Terminal } from "../terminal.ts";

export interface ListOptions extends GatewayOptions {
  readonly json?: boolean;
}

/** `espalier workflows`: what a gateway keeps, and what of it runs. */
export async function workflows(options: ListOptions, terminal: Terminal): Promise<number> {
  const list = await (await connect(options, terminal)).workflows();
  if (options.json === true) printJson(terminal, list);
  else if (list.length === 0) note(terminal, "no workflow is registered");
  else
    for (const one of list)
      print(
        terminal,
        `${one.name}@${one.latest_version}  ${one.live_version === null ? "not published" : `live: ${one.live_version}`}`,
      );
  return EXIT.ok;
}

/** `espalier runs`: the newest runs. */
export async function runs(options: ListOptions & { readonly limit?: number }, terminal: Terminal): Promise<number> {
  const page = await (await connect(options, terminal)).runs({ limit: options.limit });
  if (options.json === true) printJson(terminal, page.data);
  else if (page.data.length === 0) note(terminal, "no run yet");
  else
    for (const one of page.data)
      print(
        terminal,
        `${one.id}  ${one.status}  ${one.workflow}@${one.version}  ${new Date(one.created_at).toISOString()}${one.error === null ? "" : `  ${one.error.code}`}`,
      );
  return EXIT.ok;
}
