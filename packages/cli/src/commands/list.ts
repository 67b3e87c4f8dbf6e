import { EXIT } from "../exit.ts";
import { connect, type GatewayOptions } from "../gateway-address.ts";
import { note, printJson, printTable, type Terminal } from "../terminal.ts";

export interface ListOptions extends GatewayOptions {
  readonly json?: boolean;
}

/** `espalier workflows`: what a gateway keeps, and what of it runs. */
export async function workflows(options: ListOptions, terminal: Terminal): Promise<number> {
  const list = await (await connect(options, terminal)).workflows();
  if (options.json === true) printJson(terminal, list);
  else if (list.length === 0) note(terminal, "no workflow is registered");
  else
    printTable(
      terminal,
      list.map((one) => [
        one.name,
        `newest ${one.latest_version}`,
        one.live_version === null ? "not published" : `published ${one.live_version}`,
        one.description ?? "",
      ]),
    );
  return EXIT.ok;
}

export interface RunsOptions extends ListOptions {
  readonly workflow?: string;
  readonly limit?: number;
}

/** `espalier runs`: the newest runs. */
export async function runs(options: RunsOptions, terminal: Terminal): Promise<number> {
  const client = await connect(options, terminal);
  const page = await client.runs({ limit: options.limit, workflow: options.workflow });
  if (options.json === true) printJson(terminal, page.data);
  else if (page.data.length === 0) note(terminal, "no run yet");
  else
    printTable(
      terminal,
      page.data.map((one) => [
        one.id,
        one.status,
        `${one.workflow}@${one.version}`,
        new Date(one.created_at).toISOString(),
        one.error?.code ?? "",
      ]),
    );
  return EXIT.ok;
}
